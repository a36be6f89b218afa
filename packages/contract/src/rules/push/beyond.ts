/** What the caller is to a target of forwarding or a push setting. */
export interface Standing {
  /** it tells of vehicles that he does not see */
  beyond: boolean;
  /** he made it */
  own: boolean;
}
/** Whether he may stop or delete it: what he sees whole, and what he began himself. */
export const mayEnd = ({ beyond, own }: Standing): boolean => own || !beyond;

/** Why somebody may not change a target of forwarding or a push setting, nor stop it when it is not his own: it tells of vehicles that he does not see (docs/decisions/131). */
export const beyondWords = (noun: string, name: string, own: boolean): string =>
  own
    ? `${noun}“${name}”包含您看不到的车辆，您只能停止或删除它，请由能看到全部车辆的人员修改或启动`
    : `${noun}“${name}”包含您看不到的车辆，您不能修改、启停或删除，请由能看到全部车辆的人员处理`;

/** Why he may not change a robot that such a setting uses. */
export const robotBeyondWords = (robot: string, setting: string): string =>
  `${robot}正被推送设置“${setting}”使用，该设置包含您看不到的车辆，请由能看到全部车辆的人员修改`;
