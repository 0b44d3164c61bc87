// Draws graphs on a thread of its own, so that a large one does not hold up typing.
import { instance } from '@viz-js/viz';

onmessage = async ({ data: dot }: MessageEvent<string>) => {
    const viz = await instance();
    try {
        postMessage({ svg: viz.renderString(dot, { format: 'svg' }) });
    } catch (error) {
        postMessage({ problem: String(error) });
    }
};
