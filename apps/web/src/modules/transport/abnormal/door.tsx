/** What other modules show of abnormal events. */
export { abnormalLinks } from './links';
export { ReportDialog } from './report-dialog';
