/** 管辖范围, a field of departments and of users: the only file of it that others import. */
export { JurisdictionField } from './field';
