import { deviceStatus } from '@tongda/contract/resources/device/enums';

const tones: Record<number, string> = {
  [deviceStatus.normal]: 'green',
  [deviceStatus.powerCut]: 'red',
  [deviceStatus.offline]: 'grey',
  [deviceStatus.notLocated]: 'violet',
  [deviceStatus.lowBattery]: 'amber',
};

/** The status of a terminal with a coloured dot. */
export const DeviceStatusDot = ({ status }: { status: number }) => (
  <span className="td-dot" data-tone={tones[status] ?? 'grey'}>
    {deviceStatus.label(status)}
  </span>
);
