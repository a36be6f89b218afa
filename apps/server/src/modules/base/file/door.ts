/** What the rest of the server uses of `file`: the only file of it that others import. */
export { paperRoutes } from './papers';
export { type FileDeps, fileLink, listShownFiles, refuseForeignFiles, removeFile, saveFile } from './service';
