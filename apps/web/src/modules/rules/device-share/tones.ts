import { sharingStatus } from '@tongda/contract/resources/vehicle/enums';

export const shareTones: Readonly<Record<number, string>> = {
  [sharingStatus.waiting]: 'amber',
  [sharingStatus.sharing]: 'green',
  [sharingStatus.declined]: 'red',
  [sharingStatus.expired]: 'grey',
  [sharingStatus.cancelled]: 'grey',
};
