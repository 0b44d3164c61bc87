;;; run.el --- What a modeller sees in Emacs, on the example  -*- lexical-binding: t; -*-

;;     VTOSCA=build/dev/cli/vtosca timeout 1800 emacs --batch -l tests/editors/emacs/run.el
;;
;; Exit code 0 if all went well, 77 if there is no eglot, else 1.  A batch Emacs has no command loop: connecting, sending
;; changes and starting Flymake, which timers and hooks do for a user, are called here, and
;; the server's words are read only while waiting.  The configuration is that of the README.

(require 'package)
(package-activate-all)
(require 'cl-lib)
(require 'checkdoc)
(require 'flymake)

(defconst run-top
  (expand-file-name "../../.." (file-name-directory load-file-name))
  "The top of the project.")
(unless (require 'eglot nil t)
  (princ "skipped: this Emacs has no eglot\n")
  (kill-emacs 77))

(defun run-file (name)
  "The content of the file NAME of the project."
  (with-temp-buffer
    (insert-file-contents (expand-file-name name run-top))
    (buffer-string)))

(defun run-newcomer ()
  "Become a newcomer: a new home with the README's lines, and vtosca in the path."
  (let* ((home (make-temp-file "vtosca-home" t))
         (programs (expand-file-name "bin" home))
         (init (expand-file-name ".emacs.d/init.el" home))
         (readme (run-file "README.md")))
    (string-match "\\*\\*Emacs\\*\\*[^`]*\\(?:`[^`\n]+`[^`]*\\)*```elisp\n\\([^`]*\\)```" readme)
    (let ((snippet (replace-regexp-in-string "/path/to/vtosca" (directory-file-name run-top)
                                             (match-string 1 readme) t t)))
      (make-directory programs)
      (make-directory (file-name-directory init))
      (make-symbolic-link (expand-file-name (getenv "VTOSCA")) (expand-file-name "vtosca" programs))
      (write-region snippet nil init nil 'silent))
    (add-hook 'kill-emacs-hook (lambda () (delete-directory home t)))
    (setenv "HOME" home)
    (setenv "PATH" (concat programs ":" (getenv "PATH")))
    (push programs exec-path)
    (load init nil t)))

(run-newcomer)

(setq coding-system-for-read 'utf-8
      coding-system-for-write 'utf-8
      create-lockfiles nil
      make-backup-files nil
      eglot-sync-connect 120
      eglot-connect-timeout 120
      jrpc-default-request-timeout 120
      eglot-autoshutdown nil)

(defvar run-failures 0)

(defun run-check (what holds &optional seen)
  "Report that WHAT HOLDS, or what was SEEN instead."
  (unless holds (cl-incf run-failures))
  (princ (format "%s  %s%s\n" (if holds "ok    " "FAILED") what
                 (if holds "" (format "\n        seen: %S" seen)))))

(defun run-wait (question)
  "Ask QUESTION until it is answered with non-nil, but not for ever."
  (let ((end (+ (float-time) 120))
        answer)
    (while (not (or (setq answer (funcall question)) (> (float-time) end)))
      (accept-process-output nil 0.05))
    (unless answer (run-tell-state))
    answer))

(defun run-tell-state ()
  "Tell what there is to see when something does not come."
  (princ (format "        in %s, line %d: %s\n" (buffer-name) (line-number-at-pos)
                 (buffer-substring-no-properties (line-beginning-position) (line-end-position))))
  (dolist (buffer (buffer-list))
    (when (string-match-p "vtosca.*\\(?:stderr\\|events\\)\\|\\*Messages" (buffer-name buffer))
      (with-current-buffer buffer
        (princ (format "        %s: %s\n" (buffer-name)
                       (buffer-substring-no-properties (max (point-min) (- (point-max) 2000))
                                                       (point-max))))))))

(defun run-go-to (text)
  "Put point on the first word of the line that starts with TEXT."
  (goto-char (point-min))
  (re-search-forward (concat "^" (regexp-quote text)))
  (back-to-indentation))

(defun run-problems ()
  "Line, type and text of every diagnostic."
  (eglot--signal-textDocument/didChange)
  (flymake-start)
  (mapcar (lambda (diagnostic)
            (list (line-number-at-pos (flymake-diagnostic-beg diagnostic))
                  (flymake-diagnostic-type diagnostic)
                  (flymake-diagnostic-text diagnostic)))
          (flymake-diagnostics)))

(defun run-errors ()
  "The diagnostics that are errors."
  (cl-remove-if-not (lambda (problem) (eq (nth 1 problem) 'eglot-error)) (run-problems)))

(defun run-hover ()
  "What the server says about the word at point."
  (eglot--signal-textDocument/didChange)
  (let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover
                                (eglot--TextDocumentPositionParams))))
    (if hover (eglot--hover-info (plist-get hover :contents) (plist-get hover :range)) "")))

(defun run-mark (text variant)
  "The mark of VARIANT in the table that TEXT shows, in the row that begins with its name."
  (and (string-match (concat "^[| ]*" (regexp-quote variant) "[^\n]*?\\([✓✗]\\)") text)
       (match-string 1 text)))

(defun run-faded-p ()
  "Whether the line at point is faded as absent."
  (cl-some (lambda (overlay) (eq (overlay-get overlay 'face) 'vtosca-absent-face))
           (overlays-at (point))))

(defun run-opens-the-example ()
  "Open a copy of the example, with the mode and server that a user gets."
  (let ((folder (expand-file-name "demo" (make-temp-file "vtosca" t))))
    (copy-directory (expand-file-name "editors/demo" run-top) folder)
    (find-file (expand-file-name "web-shop.yaml" folder)))
  (run-check "a TOSCA file opens in its mode" (eq major-mode 'vtosca-mode) major-mode)
  (run-hooks 'post-command-hook)
  (run-check "the server manages the buffer" (run-wait #'eglot-managed-p)))

(defun run-shows-presence ()
  "Hovering and fading tell what is absent."
  (run-go-to "        backup_storage:")
  (let ((text (run-wait (lambda ()
                          (let ((text (run-hover)))
                            (and (run-mark text "production") text))))))
    (run-check "hovering shows where a node is present"
               (and text (equal "✓" (run-mark text "production"))) text)
    (run-check "and where it is absent" (and text (equal "✗" (run-mark text "staging"))) text))
  (run-check "the example has no error" (null (run-errors)) (run-errors))
  (run-go-to "        cluster:")
  (run-check "what is absent on a laptop is faded" (run-wait #'run-faded-p))
  (vtosca-select-variant "production")
  (run-check "in production it is not" (run-wait (lambda () (not (run-faded-p)))))
  (run-go-to "        laptop:")
  (run-check "but the laptop is" (run-faded-p)))

(defun run-knows-the-last-commit ()
  "What has changed since the last commit is told, where lenses are shown."
  (let ((folder (make-temp-file "vtosca" t))
        (text (concat "tosca_definitions_version: tosca_variability_1_0\n"
                      "topology_template:\n  variability:\n"
                      "    options: {mode: semantic-loose, required_technology_constraint: false}\n"
                      "    inputs: {größe: {type: boolean, default: true}}\n"
                      "  node_templates:\n"
                      "    app: {type: tosca.nodes.Root, conditions: {variability_input: größe}}\n"))
        (before (current-buffer)))
    (let ((default-directory (file-name-as-directory folder))
          (file (expand-file-name "committed.yaml" folder)))
      (write-region text nil file nil 'silent)
      (dolist (words '(("init") ("add" "committed.yaml")
                       ("-c" "user.name=n" "-c" "user.email=n@localhost" "commit" "--message" "as it was")))
        (apply #'call-process "git" nil nil nil words))
      (write-region (replace-regexp-in-string "{variability_input: größe}"
                                              "{not: {variability_input: größe}}" text t t)
                    nil file nil 'silent)
      (find-file file))
    (run-hooks 'post-command-hook)
    (run-wait #'eglot-current-server)
    (let (titles)
      (run-check "what has changed since the last commit is told"
                 (run-wait
                  (lambda ()
                    (setq titles
                          (mapcar (lambda (lens) (plist-get (plist-get lens :command) :title))
                                  (jsonrpc-request (eglot-current-server) :textDocument/codeLens
                                                   (list :textDocument (eglot--TextDocumentIdentifier)))))
                    (cl-some (lambda (title)
                               (and title (string-prefix-p "changed since HEAD: 2 of 2" title)))
                             titles)))
                 titles))
    (kill-buffer)
    (switch-to-buffer before)))

(defun run-edits ()
  "A mistake is reported; a condition is completed; presence follows."
  (run-go-to "        backup_storage:")
  (forward-line 1)
  (end-of-line)
  (insert "\n            conditions: {variability_input: reveiws}")
  (let ((line (line-number-at-pos))
        (errors (run-wait #'run-errors)))
    (run-check "an unknown variability input is an error where it stands"
               (equal line (caar errors)) errors)
    (save-excursion
      (goto-char (point-min))
      (next-error)
      (run-check "the next error is there" (equal line (line-number-at-pos))
                 (line-number-at-pos))))
  (delete-region (- (point) (length "reveiws}")) (point))
  (insert "rev")
  (eglot--signal-textDocument/didChange)
  (completion-at-point)
  (run-check "completion inserts the variability input" (looking-back "reviews" (point-at-bol))
             (buffer-substring (point-at-bol) (point-at-eol)))
  (insert "}")
  (run-go-to "        backup_storage:")
  (let ((text (run-wait (lambda ()
                          (let ((text (run-hover)))
                            (and (equal "✗" (run-mark text "peak")) text))))))
    (run-check "the presence has changed" text (run-hover)))
  (run-check "the mistake is gone" (run-wait (lambda () (null (run-errors)))) (run-errors)))

(defun run-shows-results ()
  "The presence table and the resolved template."
  (save-current-buffer (vtosca-presence))
  (with-current-buffer "*vtosca presence*"
    (goto-char (point-min))
    (run-check "the presence table has a line for a node"
               (re-search-forward "^ *node \"?storefront\\|^ *Node \"storefront\"" nil t)
               (buffer-string)))
  (save-current-buffer (vtosca-presence "absent" "production"))
  (with-current-buffer "*vtosca presence*"
    (run-check "a filter leaves what is absent under a variant"
               (and (string-match-p "Node \"laptop\"" (buffer-string))
                    (not (string-match-p "^ *Node \"load_balancer\" " (buffer-string))))
               (buffer-string)))
  (vtosca-resolved "staging")
  (with-current-buffer "*vtosca resolved staging*"
    (run-check "the resolved template opens"
               (and (string-match-p "tosca_simple_yaml_1_3" (buffer-string))
                    (not (string-match-p "conditions" (buffer-string))))
               (buffer-string)))
  (vtosca-difference "laptop" "staging")
  (with-current-buffer "*vtosca difference*"
    (run-check "the difference of two variants opens"
               (and (string-match-p "^- +laptop:" (buffer-string))
                    (string-match-p "^\\+ +cluster:" (buffer-string)))
               (buffer-string)))
  (save-current-buffer (vtosca-topology))
  (with-current-buffer "*vtosca topology*"
    (run-check "the topology is a tree of hosts, and marks what is absent"
               (string-match-p "^cluster .*\n    [a-z]\\(?:.*\n\\)*laptop .* ✗$" (buffer-string))
               (substring-no-properties (buffer-string)))
    (goto-char (point-min))
    (search-forward "queue  ")
    (save-window-excursion
      (save-current-buffer
        (vtosca-visit)
        (run-check "and leads to its places" (looking-at-p "queue:") (thing-at-point 'line)))))
  (save-current-buffer (vtosca-topology t))
  (with-current-buffer "*vtosca graph*"
    (run-check "as a graph, what is absent is dashed"
               (string-match-p "laptop.*dashed" (buffer-string)) (buffer-string))))

(defun run-explains ()
  "Reasons that variants share stand once, and lead to their places."
  (run-go-to "        mailer:")
  (save-current-buffer (vtosca-explain))
  (with-current-buffer "*vtosca explain*"
    (goto-char (point-min))
    (run-check "an explanation has the variants that share it"
               (re-search-forward "^\\(?:laptop, defaults\\|defaults, laptop\\): absent" nil t)
               (substring-no-properties (buffer-string)))
    (re-search-forward "relation \"queue@5\" of node \"orders\"")
    (save-window-excursion
      (save-current-buffer
        (vtosca-visit)
        (run-check "and its reasons lead to their places" (looking-at-p "queue:")
                   (thing-at-point 'line))))))

(defun run-follows-in-lists ()
  "The table follows an edit; what is absent stops nobody; the mode line names the variant."
  (run-check "the mode line names the active variant"
             (equal vtosca--variant "[production]") vtosca--variant)
  (run-check "absence is no diagnostic" (null (run-problems)) (run-problems))
  (save-current-buffer (vtosca-presence))
  (let ((row (lambda ()
               (with-current-buffer "*vtosca presence*"
                 (goto-char (point-min))
                 (and (search-forward "Node \"backup_storage\"" nil t)
                      (buffer-substring-no-properties (line-beginning-position)
                                                      (line-end-position))))))
        before)
    (run-check "the head of the table has the variants"
               (with-current-buffer "*vtosca presence*"
                 (string-match-p "laptop.*staging.*production" (format "%s" header-line-format))))
    (setq before (funcall row))
    (run-go-to "        backup_storage:")
    (end-of-line)
    (forward-line)
    (end-of-line)
    (insert "\n            conditions: {variability_input: reviews}")
    (eglot--signal-textDocument/didChange)
    (run-check "the table follows an edit"
               (run-wait (lambda () (not (equal before (funcall row))))) before)
    (delete-region (line-beginning-position 1) (line-beginning-position 2))
    (eglot--signal-textDocument/didChange)
    (run-wait (lambda () (equal before (funcall row))))))

(defun run-serves-new-files ()
  "A file that becomes TOSCA turns to its mode when it is saved."
  (save-current-buffer
    (find-file (expand-file-name "new.yaml"))
    (insert "tosca_definitions_version: tosca_variability_1_0\n")
    (save-buffer)
    (run-check "a file that becomes TOSCA is served when it is saved" (eq major-mode 'vtosca-mode)
               major-mode)
    (delete-file buffer-file-name)
    (kill-buffer)))

(defun run-follows ()
  "A resolved template follows the one that is edited."
  (with-current-buffer "*vtosca resolved staging*"
    (run-check "the resolved template is to be read" buffer-read-only))
  (goto-char (point-min))
  (search-forward "shop.example.org")
  (replace-match "shop.example.net")
  (eglot--signal-textDocument/didChange)
  (run-check "the resolved template follows an edit"
             (run-wait (lambda ()
                         (with-current-buffer "*vtosca resolved staging*"
                           (string-match-p "shop.example.net" (buffer-string))))))
  (search-backward "shop.example.net")
  (replace-match "shop.example.org")
  (eglot--signal-textDocument/didChange))

(defun run-opens-normative-types ()
  "The definition of a normative type is in a document of the server."
  (save-window-excursion
    (save-current-buffer
      (find-file (expand-file-name "types/shop.yaml"))
      (run-hooks 'post-command-hook)
      (run-wait #'eglot-managed-p)
      (goto-char (point-min))
      (search-forward "derived_from: tosca.nodes.Root")
      (backward-char 3)
      (call-interactively #'xref-find-definitions)
      (run-check "the definition of a normative type opens"
                 (and (eq major-mode 'vtosca-document-mode) buffer-read-only
                      (string-prefix-p "vtosca-types://" buffer-file-name)
                      (save-excursion
                        (beginning-of-line)
                        (looking-at-p " *tosca.nodes.Root:")))
                 (list major-mode buffer-file-name (buffer-substring (line-beginning-position)
                                                                     (line-end-position)))))))

(defun run-tests-variability ()
  "A variability test passes; one that expects something else leads there."
  (let ((expected (expand-file-name "tests/christmas/expected.yaml")))
    (vtosca-run-tests)
    (with-current-buffer "*vtosca tests*"
      (run-check "the variability test passes"
                 (string-match-p "^1 passed, 0 failed" (buffer-string)) (buffer-string)))
    (with-temp-file expected
      (insert-file-contents expected)
      (while (search-forward "shop.example.org" nil t)
        (replace-match "shop.example.net")))
    (run-wait (lambda ()
                (vtosca-run-tests)
                (with-current-buffer "*vtosca tests*"
                  (string-match-p "0 passed, 1 failed" (buffer-string)))))
    (with-current-buffer "*vtosca tests*"
      (run-check "a test that fails says where"
                 (string-match-p "tests/christmas/expected\\.yaml:[0-9]+:[0-9]+: " (buffer-string))
                 (buffer-string)))))

(defun run-shows-any-name ()
  "Names of a file command nothing in lists."
  (with-temp-buffer
    (vtosca--draw-presence '(:elements [(:display "a\nb" :presence (:50%d "present")
                                           :range (:start (:line 0 :character 0)))]
                             :variants [(:name "50%d" :status "ok")] :active "50%d"))
    (run-check "a name is one line" (equal (buffer-substring-no-properties 1 (line-end-position 0)) "a b  ✓   ")
               (buffer-string))
    (run-check "and is shown as it is above the list" (string-suffix-p "50%%d" (car (last header-line-format)))
               header-line-format)))

(defun run-is-clean ()
  "The package compiles without warnings, and its documentation is whole."
  (let ((byte-compile-error-on-warn t)
        (byte-compile-dest-file-function (lambda (_) (make-temp-file "vtosca" nil ".elc")))
        (source (expand-file-name "editors/emacs/vtosca.el" run-top))
        complaints)
    (run-check "vtosca.el compiles without warnings" (byte-compile-file source))
    (with-current-buffer (find-file-noselect source)
      (let ((checkdoc-create-error-function
             (lambda (text &rest _) (push text complaints) nil)))
        (checkdoc-current-buffer t))
      (run-check "checkdoc has nothing to say" (null complaints) complaints)
      (when (require 'package-lint nil t)
        (setq complaints (cl-remove-if #'run-about-eglot-p (package-lint-buffer)))
        (run-check "neither has package-lint" (null complaints) complaints)))))

(defun run-about-eglot-p (complaint)
  "Whether the COMPLAINT is that eglot is in no archive, or comes with newer Emacs.
No archive is asked, and it is required as a package of its own."
  (string-match-p "package eglot is not installable\\|uninstallable\\|if you need `eglot"
                  (nth 3 complaint)))

(condition-case problem
    (progn
      (run-opens-the-example)
      (run-shows-presence)
      (run-knows-the-last-commit)
      (run-follows-in-lists)
      (run-edits)
      (run-shows-results)
      (run-explains)
      (run-serves-new-files)
      (run-follows)
      (run-opens-normative-types)
      (run-tests-variability)
      (run-shows-any-name)
      (run-is-clean)
      (set-buffer-modified-p nil)
      (eglot-shutdown (eglot-current-server))
      (run-check "the server ends" t))
  (error (run-check "no step stops the test" nil problem)))
(kill-emacs (if (zerop run-failures) 0 1))

;;; run.el ends here
