/** What other modules show of waybills: the dialogs of a signature. */
export { waybillLinks, waybillPage } from './links';
export { RevokeSignDialog, SignDialog } from './sign-dialog';
