// The active variant: in the status bar, and a quick pick to change it.
import * as vscode from 'vscode';
import { Variant } from './requests';
import { Session } from './session';

interface VariantItem extends vscode.QuickPickItem {
    variant: string;
}

function toItem(variant: Variant, active: string | null): VariantItem {
    return {
        variant: variant.name,
        label: `${variant.name === active ? '$(check) ' : ''}${variant.name}`,
        description: variant.error ?? `${variant.present} present, ${variant.absent} absent`,
        detail: variant.description,
        iconPath: variant.error ? new vscode.ThemeIcon('error') : undefined,
    };
}

/** The name of the variant that the user picks. */
export async function pickVariant(session: Session, placeHolder: string): Promise<string | undefined> {
    const template = session.subject();
    if (!template) {
        return undefined;
    }
    const { variants, active } = await session.variants(template.uri);
    const picked = await vscode.window.showQuickPick(
        variants.map((variant) => toItem(variant, active)),
        { placeHolder, matchOnDescription: true },
    );
    return picked?.variant;
}

export function registerVariants(session: Session): vscode.Disposable {
    const status = vscode.window.createStatusBarItem('vtosca.variant', vscode.StatusBarAlignment.Left, 50);
    status.name = 'TOSCA variant';
    status.command = 'vtosca.selectVariant';

    const update = async () => {
        const template = session.template;
        const answer = template && (await session.variants(template.uri));
        if (!answer || answer.variants.length === 0) {
            status.hide();
            return;
        }
        const active = answer.variants.find((variant) => variant.name === answer.active);
        status.text = `$(symbol-enum) ${answer.active ?? 'no variant'}`;
        status.tooltip = active?.error ?? 'The active TOSCA variant: elements absent under it are faded';
        status.backgroundColor = active?.error
            ? new vscode.ThemeColor('statusBarItem.errorBackground')
            : undefined;
        status.show();
    };

    void update();
    return vscode.Disposable.from(
        status,
        session.onDidChange(update),
        vscode.commands.registerCommand('vtosca.selectVariant', async () => {
            const variant = await pickVariant(session, 'Fade what is absent under this variant');
            if (variant !== undefined && session.template) {
                await session.activate(session.template.uri, variant);
            }
        }),
    );
}
