// Which programs are tried as servers, in this order; where none of them starts, the WebAssembly module is the server.
import * as path from 'node:path';

/** The user's, then the one that the package has for this machine; `folder` is that of the package. */
export function programs(
    configured: string,
    folder: string,
    { platform, arch }: { platform: string; arch: string },
    exists: (file: string) => boolean,
): string[] {
    const bundled = path.join(folder, 'server', `${platform}-${arch}`, 'vtosca');
    return [configured, exists(bundled) ? bundled : ''].filter((program) => program !== '');
}
