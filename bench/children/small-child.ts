import '../../apps/server/test/setup/cheap-passwords';

/**
 * Runs benchmarks in their small form, one after the other in this process, as it is sent the paths of their bundles. Answers each with null, or with what
 * it threw. Loading the server through the test runner takes longer than all benchmarks together.
 */
process.on('message', (path: string) => {
  import(path).then(
    () => process.send?.(null),
    (error) => process.send?.(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
});
process.on('disconnect', () => process.exit());
process.send?.(null);
