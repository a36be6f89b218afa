import { isMasked } from '@tongda/contract/core/field/mask';
import { Phone } from 'lucide-react';
import { none } from './format';

/** A number to call; one that is masked is text. */
export function PhoneLink({ phone, className }: { phone: string; className?: string }) {
  if (phone === '') return <>{none}</>;
  if (isMasked(phone)) return <span className={className}>{phone}</span>;
  return (
    <a className={className} href={`tel:${phone}`}>
      <Phone className="td-ico" />
      {phone}
    </a>
  );
}
