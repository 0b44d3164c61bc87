// Draws graphs on a thread of its own, so that a large one does not hold up typing.
import { instance } from '@viz-js/viz';

onmessage = async ({ data }: MessageEvent<{ id: number; dot: string }>) => {
    const viz = await instance();
    try {
        postMessage({ id: data.id, svg: viz.renderString(data.dot, { format: 'svg' }) });
    } catch (error) {
        postMessage({ id: data.id, problem: String(error) });
    }
};
