import type { MessageRow } from '@tongda/contract/base/message/calls';
import { msgCategory } from '@tongda/contract/base/system-enums';
import { CircleAlert, CreditCard, Megaphone, TriangleAlert, Truck } from 'lucide-react';

const icons = {
  [msgCategory.vehicleAlarm]: TriangleAlert,
  [msgCategory.deviceService]: CreditCard,
  [msgCategory.vehicleAffairs]: Truck,
  [msgCategory.deviceException]: CircleAlert,
  [msgCategory.announcement]: Megaphone,
} as const;

/** The sign of a category; only alarms are red. */
export function CategoryMark({ category }: { category: MessageRow['category'] }) {
  const Icon = icons[category];
  return (
    <span className="base-message-mark" data-alarm={category === msgCategory.vehicleAlarm} aria-hidden="true">
      <Icon className="td-ico" />
    </span>
  );
}
