/** Calls below one address, by their last words. */
interface Open {
  /** what visitors may call: it shows something */
  look?: string;
  /** what visitors with the role `visit:write` may call besides */
  write?: string;
  /** what only a super manager may call, who acts as a user */
  acting?: string;
}

/**
 * Every call that may be made in somebody else's name, but for those that say it themselves (`Endpoint.visit`: all of reports, links that share something). What is not here is closed to
 * visitors and super managers alike, a new call too, until somebody puts it here; `rules.test.ts` lists what is closed. Closed to visitors are passwords, accounts, roles, grants, deletions, contracts, and what goes on to
 * give or send something after the visit (links, webhooks, announcements); to everybody, what is personal and what moves money.
 */
const open: Readonly<Record<string, Open>> = {
  'alarm/push': { look: 'changeHis choices detail page', acting: 'add del switch test update' },
  'base/deviceShare': {
    look: 'changeHis detail export inDetail outDetail page',
    write: 'alias',
    acting: 'accept acceptInvite add cancel company extend invite reject removeDevice update',
  },
  'base/forwarding': { look: 'changeHis detail failLog page', acting: 'add del resend switch test update' },
  'alarm/push/endpoint': { look: 'list', acting: 'add del test update' },
  'alarm/record': {
    look: 'count detail evidence export live page raw stat',
    write: 'appeal askEvidence falseAlarm handle reopen undo',
  },
  'alarm/rule': {
    look: 'changeHis detail errors history issueResult page simulateResult',
    write: 'add assign issue simulate switch update',
    acting: 'del',
  },
  'alarm/sendLog': { look: 'export page', write: 'resend' },
  'base/base/file': { look: 'view-url', write: 'upload' },
  'base/bluetoothLock': {
    look: 'changeHis commands detail export importCheck importHis importTemplate page',
    write: 'add bind import unbind update',
    acting: 'del importUndo',
  },
  'base/bluetoothLock/recycle': { look: 'page', acting: 'restore' },
  'base/client': { look: 'getLoginCompanyInfo' },
  'base/cms/brandoem': { look: 'infoByClientId' },
  'base/cms/survey': { look: 'detail mine page result', acting: 'add answerPage edit export notify publish stop' },
  'base/device/command': {
    look: 'list page',
    write:
      'areas cancel confirmAlarms driverCard info locate mediaSearch properties question readParams recorderRead retry text track',
    acting: 'call cut doors events infoMenu listen mediaUpload photo raw recorderWrite restart restore setParams sound',
  },
  'base/enterprise/home': { look: 'setup summary' },
  'base/erpOrder': { look: 'changeHis detail download export invoiceFile page statusCount' },
  'base/interface': { look: 'detail log page usage', acting: 'apply withdraw' },
  'base/interface/app': { look: 'changeHis list' },
  'base/manage/area': { look: 'listAll' },
  'base/manage/carrier': {
    look: 'accounts changeHis company detail export importCheck importHis importTemplate options page routes scoreDetail',
    write: 'add audit import link score status update',
    acting: 'accountOpen accountReset accountStatus del importUndo',
  },
  'base/manage/carrier/paper': { look: 'list', write: 'add', acting: 'del' },
  'base/manage/carrier/recycle': { look: 'page', acting: 'restore' },
  'base/manage/customer': {
    look: 'accounts changeHis detail duplicates export figures importCheck importHis importTemplate options page',
    write: 'add import status update',
    acting: 'del importUndo portal portalReset portalStatus',
  },
  'base/manage/customer/paper': { look: 'list', write: 'add', acting: 'del' },
  'base/manage/customer/recycle': { look: 'page', acting: 'restore' },
  'base/manage/device': {
    look: 'changeHis detail export importCheck importHis importTemplate modelOptions options packets page',
    write: 'add bindPeriod create import knock update',
    acting: 'del importUndo release setCode setPolicy setSettings',
  },
  'base/manage/device/recycle': { look: 'page', acting: 'restore' },
  'base/manage/deviceModel': { look: 'changeHis page', write: 'add update', acting: 'del' },
  'base/manage/driver': {
    look: 'changeHis counts detail duplicates export figures importCheck importHis importTemplate options page trips waybills',
    write: 'add bind import status update',
    acting: 'account del importUndo invite',
  },
  'base/manage/driver/paper': { look: 'list', write: 'add', acting: 'del' },
  'base/manage/driver/recycle': { look: 'page', acting: 'restore' },
  'base/manage/fleet': {
    look: 'assignable changeHis detail export figures importCheck importHis importTemplate leaders options page tree',
    write: 'add assign import status update',
    acting: 'del importUndo',
  },
  'base/manage/fleet/recycle': { look: 'page', acting: 'restore' },
  'base/manage/line': { look: 'fromTrack plan', write: 'add' },
  'base/manage/org': { look: 'options' },
  'base/manage/region': {
    look: 'changeHis counts detail districtShape districts export importCheck importHis importTemplate inside options page passes search shapes stopProposals visits',
    write: 'add batch import merge setPasses split update',
    acting: 'del importUndo',
  },
  'base/manage/region/recycle': { look: 'page', acting: 'restore' },
  'base/manage/route': {
    look: 'changeHis detail exportRoute importCheck importHis importTemplate page runs',
    write: 'add adoptLearned bindVehicle import status update',
    acting: 'batchDel delete importUndo',
  },
  'base/manage/route/recycle': { look: 'page', acting: 'restore' },
  'base/manage/routePlan': {
    look: 'calc changeHis compare detail export page strategies',
    write: 'add cancel send toRoute update',
    acting: 'del',
  },
  'base/manage/routePlan/recycle': { look: 'page', acting: 'restore' },
  'base/manage/store': {
    look: 'arrivals changeHis detail duplicates exportStation exportStore importCheck importHis importTemplate map options overlaps page qrcode routes',
    write: 'add batchModify correct import siteAdd update',
    acting: 'batchDel del importUndo',
  },
  'base/manage/store/recycle': { look: 'page', acting: 'restore' },
  'base/manage/vehicle': {
    look: 'changeHis counts days detail drugCheck export files getDictionary importCheck importHis importTemplate page periods qrcode tree viewers',
    write: 'add batchUpdate bindDevice import status unbindDevice update',
    acting: 'del importUndo qrcodeRenew',
  },
  'base/manage/vehicle/message': { look: 'page show' },
  'base/manage/vehicle/paper': { look: 'list', write: 'add match', acting: 'del' },
  'base/manage/vehicle/probe': { look: 'config get history', write: 'copy readConfig save' },
  'base/manage/vehicle/recycle': { look: 'page', acting: 'restore' },
  'base/manage/vehicle/repair': { look: 'changeHis page summary', write: 'add cancel finish start update' },
  'base/manage/vehicleGroup': {
    look: 'getVehicleByUserId showGroup',
    write: 'addGroup addGroupVehicle saveVehicleGroupSort updateGroupName updateVehicleGroupSort',
    acting: 'delGroup',
  },
  'base/manage/writeDevice': {
    look: 'changeHis export importCheck importHis importTemplate page swipes taskExport taskPage writers',
    write: 'bind cancel clear import loss refresh replace resend send taskCancel write writerUpdate',
    acting: 'importUndo',
  },
  'base/member': {
    look: 'contract download draft exportMemberDevice exportOrder orderCount orderPreview purchaseCheck queryAuthResult queryAvailableEquipment queryMemberDevice queryMemberPrice queryNonPurchasableEquipment queryNonPurchasableModel queryOrderDetail queryPurchaseRecords rejectionReason summary',
    write: 'saveDraft',
  },
  'base/msg': {
    look: 'export getAnnouncement getMsgAllType getNoticeNum getServiceFee groupingCount page',
    write: 'read readAll',
    acting: 'del',
  },
  'base/msg/announce': { look: 'page', acting: 'add withdraw' },
  'base/onlineRenewal': {
    look: 'deviceDetail deviceExport devicePage draft getTicketInfo invoiceFile orderDetail orderExport orderPage price reminder summary',
    write: 'saveDraft saveReminder',
  },
  'base/instruct': { look: 'page', acting: 'cancel retry send' },
  'base/itemProfile': { look: 'changeHis editions options page try uses', acting: 'add del update' },
  'base/manage/device/trace': { look: 'frame frames page', acting: 'recent start stop' },
  'base/messageTrace': { look: 'frame frames page parse', acting: 'recent start stop' },
  'base/open/information': { look: 'browseInformation' },
  'base/repair': { look: 'changeHis detail deviceOptions page slots stateCount', write: 'add cancel rate update' },
  'base/repairManage': {
    look: 'changeHis detail export page stateCount',
    acting: 'assign finish refuse start',
  },
  'base/memberPlan': { look: 'changeHis models page prices', acting: 'add dropPrices enable savePrices update' },
  'base/orderAudit': { look: 'contract detail export page stageCount', acting: 'pass reject' },
  'base/org': {
    look: 'changeHis detail export importCheck importHis importTemplate jurisdiction members tree vehicles',
    write: 'add import move update',
    acting: 'del importUndo manager transfer',
  },
  'base/org/calc': { look: 'changeHis info', write: 'save' },
  'base/org/keeping': { look: 'changeHis info', acting: 'save' },
  'base/org/terminals': { look: 'changeHis info', acting: 'save' },
  'base/portable': {
    look: 'changeHis detail export importCheck importHis importTemplate options page track',
    write: 'add bind import setParam startTrip unbind update',
    acting: 'del importUndo',
  },
  'base/portable/file': { look: 'page' },
  'base/portable/message': { look: 'page show' },
  'base/portable/recycle': { look: 'page', acting: 'restore' },
  'base/resourceAuth': {
    look: 'check detail effective explainButton explainChoices explainResource explainVehicle export grantees granteesExport history importHis importTemplate page resources',
    acting: 'importCheck copy extend import importUndo revoke save update',
  },
  'base/resourceAuth/lock': {
    look: 'check detail effective export grantees granteesExport history importHis importTemplate openLog page resources',
    acting: 'importCheck copy extend import importUndo revoke save update',
  },
  'base/resourceAuth/map': {
    look: 'check detail effective export grantees granteesExport history importHis importTemplate page resources',
    acting: 'importCheck copy extend import importUndo revoke save update',
  },
  'base/role': {
    look: 'changeHis export importHis importTemplate members menuPreview menuTree options page',
    acting: 'add addMembers copy del import importCheck importUndo removeMembers saveDataScope saveMenu status update',
  },
  'base/user': {
    look: 'accountUse changeHis detail export importHis importTemplate info jurisdiction loginLog loginRecords menuTree options page profile',
    acting: 'add del import importCheck importUndo kick loginDevices prove resetPwd setRole status unlock update',
  },
  'base/user/companies': { look: 'mine', acting: 'links unlink' },
  'base/user/handover': { look: 'info', acting: 'run' },
  'base/user/security': { look: 'changeHis info', acting: 'save' },
  'base/user/systemApply': { look: 'getClientInfo list', acting: 'apply' },
  'base/userFrontendConfig': { look: 'bathGet getField', write: 'bathSave saveField' },
  'file/download': { look: 'getDownLoadList getDownLoadStatus modules zip', write: 'cancel retry', acting: 'del' },
  'gis/monitor': { look: 'detail export live nearby snapshot', write: 'call' },
  'gis/track': { look: 'export points query' },
  map: { look: 'districtTree' },
  'map/v3/geocode': { look: 'regeo' },
  'sso/oauth': { look: 'actingCompanies actingUsers changeLogin getLoginInfo grantInfo logout visitCompanies' },
  tms: { look: 'search' },
  'tms/abnormal': {
    look: 'export handlers listByWaybill moment page statusCount subjects',
    write: 'accept add assign close handle reopen withdraw',
  },
  'tms/arrival': { look: 'check docks export page print statusCount', write: 'confirm dock register revoke undock' },
  'tms/cargoconfig': {
    look: 'changeHis conflicts export importCheck importHis importTemplate options page verificationCompany',
    write: 'add import setConflicts status update',
    acting: 'del importUndo',
  },
  'tms/cargoconfig/recycle': { look: 'page', acting: 'restore' },
  'tms/customerOrder': {
    look: 'creators detail duplicateCheck export importCheck importHis importTemplate locate page places print sites statusCount',
    write: 'add cancelMerge cancelSplit import merge revokeSign sign split update void',
    acting: 'importUndo',
  },
  'tms/departure': { look: 'check export page statusCount', write: 'confirm cooler revoke update' },
  'tms/driverApp': {
    look: 'actions tasks',
    write: 'act bindVehicle planRead resolve scanStore scanVehicle',
    acting: 'signLink',
  },
  'tms/home': { look: 'summary todo trend' },
  'tms/log': { look: 'page' },
  'tms/pickUpOrder': {
    look: 'detail export orders page pictures print statusCount',
    write: 'add fail pick split update void',
  },
  'tms/receipt': {
    look: 'detail downloadZip export page statusCount',
    write: 'audit receive recover returnClient save send urge',
  },
  'tms/receiptOrder': {
    look: 'detail export orders page pictures print sites statusCount',
    write: 'add correct receive void walkIn',
  },
  'tms/stowage': {
    look: 'check enroute enrouteCheck enroutePool loads pool reloadCheck reloadTargets routes sites vehicles',
    write: 'confirm confirmPickUp reload',
  },
  'tms/tracking': {
    look: 'orderCount orderExport orderLegs orderPage orderTemperature orderTimeline orderWay waybillCount waybillExport waybillLive waybillPage waybillTemperature waybillTimeline',
    write: 'command followOrder followWaybill notifyDriver',
    acting: 'signLink',
  },
  'tms/transportTask': { look: 'poolPage', write: 'moveIn moveOut poolCreateTask poolReturn' },
  'tms/tripSettings': { look: 'detail', write: 'update' },
  'tms/waybill': { write: 'recordPictures' },
  'tms/waybill/billOfLading': {
    look: 'countLoad detail export page print statusCount',
    write: 'changeVehicle finish load rollback startLoad update void',
  },
  'tms/waybill/transportTask': {
    look: 'countLoad detail export page print statusCount',
    write: 'finish load reassign remind rollback startLoad update void',
  },
  'tms/waybill/waybillStowage': {
    look: 'countLoad detail export page print statusCount',
    write: 'changeVehicle finish load rollback startLoad update void',
  },
};

const namesOf = (kind: keyof Open): ReadonlySet<string> =>
  new Set(
    Object.entries(open).flatMap(([base, calls]) =>
      (calls[kind]?.split(' ') ?? []).map((name) => `/api/${base}/${name}`),
    ),
  );
export const openToLook = namesOf('look');
export const openToWrite = namesOf('write');
export const openToActing = namesOf('acting');
