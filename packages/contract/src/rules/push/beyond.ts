/** Why somebody may not change a target of forwarding or a push setting: it tells of vehicles that he does not see (docs/decisions/131). */
export const beyondWords = (noun: string, name: string): string =>
  `${noun}“${name}”包含您看不到的车辆，您不能修改、启停或删除，请由能看到全部车辆的人员处理`;

/** Why he may not change a robot that such a setting uses. */
export const robotBeyondWords = (robot: string, setting: string): string =>
  `${robot}正被推送设置“${setting}”使用，该设置包含您看不到的车辆，请由能看到全部车辆的人员修改`;
