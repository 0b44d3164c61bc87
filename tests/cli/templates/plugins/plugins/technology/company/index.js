module.exports = {build: () => ({backwards: () => true, assign: () => []})};
