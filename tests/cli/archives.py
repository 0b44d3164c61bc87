"""archives.py VTOSCA [--with-zip]: `vtosca check` on cloud service archives, packed and unpacked.

Written as archives here and not as files there: an archive in a repository cannot be read."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

VTOSCA = pathlib.Path(sys.argv[1]).resolve()
WITH_ZIP = "--with-zip" in sys.argv

META = """\
TOSCA-Meta-File-Version: 1.1
CSAR-Version: 1.1
Created-By: Someone
Entry-Definitions: Definitions/shop.yaml

Name: scripts/install.sh
Content-Type: text/x-shellscript
"""
SHOP = """\
tosca_definitions_version: tosca_simple_yaml_1_3
imports:
  - /types/shop.yaml
topology_template:
  node_templates:
    shop:
      type: Shop
      properties: {port: eighty}
"""
TYPES = """\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Shop:
    derived_from: tosca.nodes.Root
    properties: {port: {type: integer}}
"""
ARCHIVE = {"TOSCA-Metadata/TOSCA.meta": META, "Definitions/shop.yaml": SHOP,
           "types/shop.yaml": TYPES}


# How the last line of a check without findings begins.
NOTHING_FOUND = re.compile(r"^0 errors, 0 warnings.*\n", re.MULTILINE)


class Archives(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def check(self, path):
        result = subprocess.run([VTOSCA, "check", path], cwd=self.folder, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return result.returncode, NOTHING_FOUND.sub("", result.stdout)

    def unpacked(self, files):
        for name, text in files.items():
            path = self.folder / "shop" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return self.check("shop")

    def packed(self, files):
        if not WITH_ZIP:
            self.skipTest("built without a zip library")
        with zipfile.ZipFile(self.folder / "shop.csar", "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in files.items():
                archive.writestr(name, text)
        return self.check("shop.csar")

    def test_values_of_many_lines(self):
        """Each takes the place of a line, and not of all lines before it; so do names."""
        lines = "".join(f" word{i}\n" for i in range(100000))
        expected = self.both(ARCHIVE)
        self.assertEqual(self.both({**ARCHIVE, "TOSCA-Metadata/TOSCA.meta": META.replace("Someone\n", "Someone\n" + lines)}), expected)
        names = "".join(f"Name{i}: x\n" for i in range(30000))
        meta = META.replace("Created-By", names + "Name7: x\nCreated-By")
        _, output = self.both({**ARCHIVE, "TOSCA-Metadata/TOSCA.meta": meta})
        self.assertEqual(output.count("has this name already"), 1)

    def test_files_that_only_the_archive_has_are_told_of_its_result(self):
        self.packed({**ARCHIVE, "Definitions/shop.yaml": SHOP.replace("eighty", "80")})
        result = subprocess.run([VTOSCA, "resolve", "shop.csar", "-o", "out.yaml"], cwd=self.folder, text=True,
                                capture_output=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('warning: the result names 1 file of the archive, such as "/types/shop.yaml"', result.stderr)

    def both(self, files):
        """The output of both, which is the same but for the path."""
        code, output = self.unpacked(files)
        if WITH_ZIP:
            packed_code, packed = self.packed(files)
            self.assertEqual((packed_code, packed.replace("shop.csar", "shop")), (code, output))
        return code, output

    def test_definitions_and_imports_from_the_root(self):
        code, output = self.both(ARCHIVE)
        self.assertEqual(code, 1)
        self.assertIn('shop/Definitions/shop.yaml:8:26: error: "port" must be an integer', output)
        right = {**ARCHIVE, "Definitions/shop.yaml": SHOP.replace("eighty", "80")}
        self.assertEqual(self.both(right), (0, ""))

    def test_all_definitions_are_checked(self):
        meta = META.replace("shop.yaml\n", "shop.yaml\nOther-Definitions: a.yaml \"b c.yaml\"\n")
        code, output = self.both({**ARCHIVE, "TOSCA-Metadata/TOSCA.meta": meta,
                                  "a.yaml": "a: 1\na: 2\n", "b c.yaml": "b: 1\nb: 2\n",
                                  "types/shop.yaml": TYPES + "node_types: {}\n"})
        self.assertEqual(code, 1)
        for path in ("a.yaml", "b c.yaml", "types/shop.yaml"):
            self.assertIn(f"shop/{path}:", output)

    def test_a_meta_file_of_2_0_at_the_root(self):
        code, output = self.both({
            "TOSCA.meta": "CSAR-Version: 2.0\nCreated-By: Me\nEntry-Definitions: shop.yaml\n",
            "shop.yaml": "tosca_definitions_version: tosca_2_0\n"})
        self.assertEqual((code, output), (0, ""))

    def test_what_a_meta_file_lacks(self):
        code, output = self.both({**ARCHIVE, "TOSCA-Metadata/TOSCA.meta": "Some: thing\n"})
        self.assertEqual(code, 1)
        for name in ("CSAR-Version", "Entry-Definitions"):
            self.assertIn(f'TOSCA.meta:1:1: error: TOSCA.meta needs "{name}"', output)
        self.assertIn('warning: TOSCA.meta should have "Created-By"', output)

    def test_a_meta_file_names_its_archive(self):
        self.unpacked(ARCHIVE)
        expected = self.check("shop")
        self.assertEqual(self.check("shop/TOSCA-Metadata/TOSCA.meta"), expected)
        code, output = self.check("shop/Definitions/TOSCA.meta")
        self.assertEqual(code, 2)
        self.assertIn("TOSCA.meta", output)

    def test_a_meta_file_is_no_yaml(self):
        right = {**ARCHIVE, "Definitions/shop.yaml": SHOP.replace("eighty", "80"),
                 "TOSCA-Metadata/TOSCA.meta": META.replace("Someone", 'Me: the "one"')
                 + "\nName: scripts/other.sh\nContent-Type: text/x-shellscript\n"}
        self.assertEqual(self.both(right), (0, ""))
        right["TOSCA-Metadata/TOSCA.meta"] = META.replace("\n", "\r\n")
        self.assertEqual(self.both(right), (0, ""))
        right["TOSCA-Metadata/TOSCA.meta"] = META.replace("Someone", "Someone\n with a long name")
        self.assertEqual(self.both(right), (0, ""))

    def test_lines_of_a_meta_file(self):
        for line, message in (("no colon", "A line of TOSCA.meta is a name, a colon and a value"),
                              ("Vendor:acme", "A blank has to follow the colon"),
                              ("CSAR-Version: 1.1", "has this name already")):
            meta = META.replace("Created-By", line + "\nCreated-By")
            code, output = self.both({**ARCHIVE, "TOSCA-Metadata/TOSCA.meta": meta})
            self.assertEqual(code, 1)
            self.assertIn("shop/TOSCA-Metadata/TOSCA.meta:3:", output)
            self.assertIn(message, output)

    def test_a_misspelled_name_is_told_once(self):
        for name in ("CSAR-Version", "Entry-Definitions", "Created-By"):
            meta = META.replace(name, name[:-1])
            _, output = self.both({**ARCHIVE, "TOSCA-Metadata/TOSCA.meta": meta})
            self.assertIn(f'Unknown name in TOSCA.meta; did you mean "{name}"?', output)
            self.assertNotIn("TOSCA.meta needs", output)
            self.assertNotIn("TOSCA.meta should", output)

    def test_other_names_are_those_of_vendors(self):
        meta = META.replace("Created-By", "Vendor: acme\nCreated-By")
        code, output = self.both({**ARCHIVE, "TOSCA-Metadata/TOSCA.meta": meta})
        self.assertEqual(code, 1)
        self.assertNotIn("TOSCA.meta", output)

    def test_other_definitions(self):
        other = SHOP.replace("eighty", "80")
        substitute = other + "  substitution_mappings: {node_type: Shop}\n"
        files = {**ARCHIVE, "Definitions/shop.yaml": other,
                 "a b.yaml": substitute, "c.yaml": substitute}
        for names in ('"a b.yaml" c.yaml', 'c.yaml "a b.yaml"', 'c.yaml\n "a b.yaml"'):
            files["TOSCA-Metadata/TOSCA.meta"] = META.replace(
                "\n\n", f"\nOther-Definitions: {names}\n\n")
            self.assertEqual(self.both(files), (0, ""))
        files["TOSCA-Metadata/TOSCA.meta"] = META.replace(
            "\n\n", '\nOther-Definitions: c.yaml "a b.yaml" d.yaml\n\n')
        code, output = self.both(files)
        self.assertEqual(code, 1)
        self.assertIn('TOSCA.meta:5:38: error: The archive has no file "d.yaml"', output)
        files["d.yaml"] = other
        code, output = self.both(files)
        self.assertEqual(code, 0)
        self.assertIn('TOSCA.meta:5:38: warning: The template in "d.yaml" substitutes no node',
                      output)

    def test_the_folder_of_the_meta_file(self):
        code, output = self.both({
            "TOSCA.meta": META.replace("Definitions/", ""),
            "shop.yaml": "tosca_definitions_version: tosca_simple_yaml_1_3\n"})
        self.assertEqual(code, 0)
        self.assertIn("warning: TOSCA.meta belongs, in archives of version 1.1, in the folder "
                      "TOSCA-Metadata", output)

    def test_names_of_later_blocks_do_not_count(self):
        meta = META.replace("Entry-Definitions", "\nEntry-Definitions")
        _, output = self.both({**ARCHIVE, "TOSCA-Metadata/TOSCA.meta": meta})
        self.assertIn('needs "Entry-Definitions"', output)

    def test_versions_of_a_meta_file(self):
        _, output = self.both({**ARCHIVE, "TOSCA-Metadata/TOSCA.meta": META.replace("1.1", "1.7")})
        self.assertIn('Unknown version of CSAR "1.7"; there are 1.0, 1.1 and 2.0', output)
        _, output = self.both({**ARCHIVE, "TOSCA-Metadata/TOSCA.meta":
                               META.split("\n", 1)[1]})
        self.assertIn('needs "TOSCA-Meta-File-Version"', output)

    def test_definitions_that_are_missing(self):
        for name, message in (("no.yaml", "The archive has no file"),
                              ("../shop.yaml", "No file of the archive can be at")):
            meta = META.replace("Definitions/shop.yaml", name)
            code, output = self.both({**ARCHIVE, "TOSCA-Metadata/TOSCA.meta": meta})
            self.assertEqual(code, 1)
            self.assertIn(f'TOSCA.meta:4:20: error: {message} "{name}"', output)

    def test_two_meta_files(self):
        _, output = self.both({**ARCHIVE, "TOSCA.meta": META})
        self.assertIn('The archive has another TOSCA.meta, at "shop/TOSCA.meta"', output)

    def test_an_archive_without_meta_file(self):
        shop = SHOP.replace("/types", "types")
        metadata = "metadata: {template_name: shop, template_version: '1.0'}\n"
        code, output = self.packed({"shop.yaml": shop + metadata, "types/shop.yaml": TYPES})
        self.assertEqual(code, 1)
        self.assertIn("shop.csar/shop.yaml:8:26: error", output)
        self.assertNotIn("archive", output)
        right = shop.replace("eighty", "80")
        self.assertEqual(self.packed({"shop.yaml": right + metadata, "types/shop.yaml": TYPES}),
                         (0, ""))
        code, output = self.packed({"shop.yaml": right, "types/shop.yaml": TYPES})
        self.assertEqual(code, 1)
        self.assertIn('shop.csar:1:1: error: The archive has no TOSCA.meta, so that "shop.yaml" needs '
                      '"template_name" and "template_version" in its metadata', output)
        code, output = self.packed({"shop.yaml": right + "metadata: {template_name: shop}\n",
                                    "types/shop.yaml": TYPES})
        self.assertEqual(code, 1)
        self.assertIn('needs "template_version" in its metadata', output)
        in_2_0 = "tosca_definitions_version: tosca_2_0\n"
        self.assertEqual(self.packed({"shop.yaml": in_2_0}), (0, ""))
        code, output = self.packed({"a.yaml": SHOP, "b.yaml": SHOP})
        self.assertEqual(code, 1)
        self.assertIn('The archive has no TOSCA.meta, and 2 YAML files at its root',
                      output)

    def test_an_import_does_not_lead_out_of_the_archive(self):
        (self.folder / "secret.yaml").write_text(TYPES)
        _, output = self.packed({**ARCHIVE, "Definitions/shop.yaml":
                                 SHOP.replace("/types/shop.yaml", "../../secret.yaml")})
        self.assertIn('File "../../secret.yaml" does not exist', output)

    def test_files_outside_of_the_archive(self):
        for name in ("../evil.yaml", "/evil.yaml", "a/../../evil.yaml", "a\\..\\evil.yaml"):
            code, output = self.packed({**ARCHIVE, name: "evil"})
            self.assertEqual(code, 1)
            self.assertIn("has a file outside of itself", output)

    def test_a_bomb(self):
        code, output = self.packed({**ARCHIVE, "types/shop.yaml": " " * (65 << 20)})
        self.assertEqual(code, 1)
        self.assertIn('"types/shop.yaml" is too large to be unpacked', output)

    def test_a_damaged_archive(self):
        self.packed(ARCHIVE)
        path = self.folder / "shop.csar"
        path.write_bytes(path.read_bytes()[:-30])
        code, output = self.check("shop.csar")
        self.assertEqual(code, 1)
        self.assertIn('shop.csar:1:1: error: The archive is no zip archive, or damaged', output)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
