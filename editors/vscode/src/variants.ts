// The active variant: in the status bar, and ways to change it.
import * as vscode from 'vscode';
import { Variant, Variants } from './requests';
import { registerCommand, Session } from './session';

interface VariantItem extends vscode.QuickPickItem {
    variant?: string;
}

const origins: Record<Variant['origin'], string> = {
    defaults: 'Defaults of the variability inputs',
    preset: 'Presets',
    test: 'Variability tests',
    settings: 'Your own',
};

function toItem(variant: Variant, active: string | null): VariantItem {
    return {
        variant: variant.name,
        label: `${variant.name === active ? '$(check) ' : ''}${variant.name}`,
        description: variant.label && variant.label !== variant.name ? variant.label : undefined,
        detail: [variant.error ?? `${variant.present} present, ${variant.absent} absent`, variant.description]
            .filter(Boolean)
            .join(' – '),
        iconPath: variant.error ? new vscode.ThemeIcon('error') : undefined,
    };
}

/** Below a line for where they come from. */
function toItems({ variants, active }: Variants): VariantItem[] {
    return variants.flatMap((variant, i) => {
        const separator = { label: origins[variant.origin], kind: vscode.QuickPickItemKind.Separator };
        const item = toItem(variant, active);
        return i > 0 && variants[i - 1].origin === variant.origin ? [item] : [separator, item];
    });
}

/** The name of the variant that the user picks. */
export async function pickVariant(
    session: Session,
    placeHolder: string,
    more: VariantItem[] = [],
): Promise<VariantItem | undefined> {
    const template = session.subject();
    return (
        template &&
        vscode.window.showQuickPick([...toItems(await session.variants(template)), ...more], {
            placeHolder,
            matchOnDescription: true,
            matchOnDetail: true,
        })
    );
}

const noVariant: VariantItem[] = [
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: 'Nothing is faded', variant: '' },
    { label: 'As in the settings' },
];

export function registerVariants(session: Session): vscode.Disposable {
    const status = vscode.window.createStatusBarItem('vtosca.variant', vscode.StatusBarAlignment.Left, 50);
    status.name = 'TOSCA variant';

    const update = async () => {
        if (!session.client.isRunning() && session.template) {
            status.text = '$(debug-disconnect) vtosca';
            status.tooltip = 'The vtosca server does not run; choose to start it';
            status.command = 'vtosca.restartServer';
            status.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
            status.show();
            return;
        }
        // without an answer, what is shown stays
        const answer = session.template && (await session.variants(session.template).catch(() => undefined));
        if (!answer) {
            return;
        }
        if (answer.variants.length === 0) {
            status.hide();
            return;
        }
        const active = answer.variants.find((variant) => variant.name === answer.active);
        status.text = `$(symbol-enum) ${answer.active ?? 'no variant'}`;
        const tooltip = new vscode.MarkdownString();
        if (active?.label && active.label !== active.name) {
            tooltip.appendMarkdown('**').appendText(active.label).appendMarkdown('**\n\n');
        }
        if (active?.description) {
            tooltip.appendText(active.description).appendMarkdown('\n\n');
        }
        status.tooltip = tooltip.appendText(
            active?.error ?? 'The active TOSCA variant: what is absent under it is faded',
        );
        status.command = 'vtosca.selectVariant';
        status.backgroundColor = active?.error ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
        status.show();
    };

    const step = async (distance: number) => {
        const template = session.subject();
        if (template) {
            const { variants, active } = await session.variants(template);
            const current = variants.findIndex(({ name }) => name === active);
            const next = variants[(current + distance + variants.length) % variants.length];
            await session.activate(template, next.name);
        }
    };

    void update();
    return vscode.Disposable.from(
        status,
        session.onDidChange(update),
        session.client.onDidChangeState(update),
        registerCommand('vtosca.selectVariant', async (name?: unknown) => {
            if (typeof name === 'string' && session.template) {
                await session.activate(session.template, name);
                return;
            }
            const picked = await pickVariant(session, 'Fade what is absent under this variant', noVariant);
            if (picked && session.template) {
                await session.activate(session.template, picked.variant);
            }
        }),
        registerCommand('vtosca.nextVariant', () => step(1)),
        registerCommand('vtosca.previousVariant', () => step(-1)),
    );
}
