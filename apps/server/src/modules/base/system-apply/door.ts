export { writeManualTask } from './manual-pdf';
