import { alarmReportRights, alarmReportScreens } from './alarm/screens';
import { coldChainRights, coldChainScreens } from './cold-chain/screens';
import { customizedRights, customizedScreens } from './customized/screens';
import { doorRights, doorScreens } from './door/screens';
import { drivingRights, drivingScreens } from './driving/screens';
import { operationRights, operationScreens } from './operation/screens';
import { recorderRights, recorderScreens } from './recorder/screens';

/** The screens of reports that work today, by group: the web mounts each from its declaration. A new group adds itself here, a new report does not. */
export const builtReportScreens = {
  ...coldChainScreens,
  ...recorderScreens,
  ...doorScreens,
  ...drivingScreens,
  ...alarmReportScreens,
  ...customizedScreens,
  ...operationScreens,
} as const;

/** What a role may be given on them. */
export const builtReportRights = {
  ...coldChainRights,
  ...recorderRights,
  ...doorRights,
  ...drivingRights,
  ...alarmReportRights,
  ...customizedRights,
  ...operationRights,
} as const;
