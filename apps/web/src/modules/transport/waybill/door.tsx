/** What other modules show of waybills: the dialogs of a signature. */
export { waybillLinks, waybillPage } from './links';
export { ReasonDialog } from './reason-dialog';
export { RevokeSignDialog, SignDialog } from './sign/dialog';
