/** Lays beside each failed test what differs, which vitest's JSON report leaves out. */
export default class DiffsReporter {
  onTestCaseResult(test) {
    const { errors = [] } = test.result();
    if (errors.length > 0) test.meta().diffs = errors.map(({ diff }) => diff ?? "");
  }
}
