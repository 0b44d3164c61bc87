// What the user chose and tries: the active variant of each file, which outlives the session and the server,
// and temporary variants, which do not.
import * as vscode from 'vscode';

/** As in the setting `vtosca.variants`. */
export interface VariantSetting {
    name: string;
    presets?: string[];
    inputs?: Record<string, unknown>;
}

const key = (uri: vscode.Uri) => `variant:${uri.toString()}`;

export class Memory {
    private readonly temporary = new Map<string, VariantSetting[]>();

    constructor(private readonly state: vscode.Memento) {}

    /** Undefined where the settings decide. */
    variantOf(uri: vscode.Uri): string | undefined {
        return this.state.get<string>(key(uri));
    }

    remember(uri: vscode.Uri, variant: string | undefined): Thenable<void> {
        return this.state.update(key(uri), variant);
    }

    triedFor(uri: vscode.Uri): readonly VariantSetting[] {
        return this.temporary.get(uri.toString()) ?? [];
    }

    /** Instead of one of the same name. */
    try(uri: vscode.Uri, variant: VariantSetting) {
        const others = this.triedFor(uri).filter(({ name }) => name !== variant.name);
        this.temporary.set(uri.toString(), [...others, variant]);
    }

    dismiss(uri: vscode.Uri, name: string) {
        this.temporary.set(
            uri.toString(),
            this.triedFor(uri).filter((variant) => variant.name !== name),
        );
    }

    /** The settings of a file with the variants that are tried on it. */
    settings(configured: Record<string, unknown>, uri: vscode.Uri | undefined): Record<string, unknown> {
        const tried = uri ? this.triedFor(uri) : [];
        const own = Array.isArray(configured.variants) ? (configured.variants as VariantSetting[]) : [];
        return tried.length > 0 ? { ...configured, variants: [...own, ...tried] } : configured;
    }
}
