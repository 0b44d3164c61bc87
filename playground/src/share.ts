// A text in the fragment of an address, which no server gets to see.

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
    const result = new Blob([bytes as BlobPart]).stream().pipeThrough(stream);
    return new Uint8Array(await new Response(result).arrayBuffer());
}

export async function toFragment(text: string): Promise<string> {
    const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export async function fromFragment(fragment: string): Promise<string> {
    const letters = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}
