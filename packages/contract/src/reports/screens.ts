import { alarmReportRights, alarmReportScreens } from './alarm/screens';
import { coldChainRights, coldChainScreens } from './cold-chain/screens';
import { doorRights, doorScreens } from './door/screens';
import { drivingRights, drivingScreens } from './driving/screens';

/** The screens of reports that work today, by group: the web mounts each from its declaration. A new group adds itself here, a new report does not. */
export const builtReportScreens = {
  ...coldChainScreens,
  ...doorScreens,
  ...drivingScreens,
  ...alarmReportScreens,
} as const;

/** What a role may be given on them. */
export const builtReportRights = {
  ...coldChainRights,
  ...doorRights,
  ...drivingRights,
  ...alarmReportRights,
} as const;
