// With `node --require`: time flies, so that every job is stopped wherever it asks whether it is interrupted. What Asyncify
// leaves as it is (wasm/never_wait.txt) must not be in the middle of anything then.
let time = 0;
performance.now = () => (time += 10);
