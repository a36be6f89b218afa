import { coldChainRights, coldChainScreens } from './cold-chain/screens';
import { drivingRights, drivingScreens } from './driving/screens';

/** The screens of reports that work today, by group: the web mounts each from its declaration. A new group adds itself here, a new report does not. */
export const builtReportScreens = { ...coldChainScreens, ...drivingScreens } as const;

/** What a role may be given on them. */
export const builtReportRights = { ...coldChainRights, ...drivingRights } as const;
