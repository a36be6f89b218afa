/** What other modules use of the driver's phone: the only file of it that others import. */
export { DriverRecords } from './driver-records';
