/** Names of the format's vocabularies. */
export const mainNs = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const relationsNs = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const packageRelationsNs = 'http://schemas.openxmlformats.org/package/2006/relationships';
export const contentTypesNs = 'http://schemas.openxmlformats.org/package/2006/content-types';
export const sheetMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
export const vmlMime = 'application/vnd.openxmlformats-officedocument.vmlDrawing';
export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const notesMime = `${sheetMime}.comments+xml`;
export const stylesMime = `${sheetMime}.styles+xml`;
