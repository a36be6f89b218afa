/** Why a file cannot be read as a workbook: it is none, it holds too much, or its parts contradict each other. */
export class WorkbookFault extends Error {
  constructor(
    readonly reason: 'unreadable' | 'tooLarge',
    detail: string,
  ) {
    super(detail);
  }
}
export const unreadable = (detail: string): WorkbookFault => new WorkbookFault('unreadable', detail);
export const tooLarge = (detail: string): WorkbookFault => new WorkbookFault('tooLarge', detail);
