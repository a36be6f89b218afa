/** What the rest of the server uses of `abnormal`: the only file of it that others import. */
export { abnormalScope, countAbnormal, openReports } from './repo';
export { createAbnormalDraft } from './service';
