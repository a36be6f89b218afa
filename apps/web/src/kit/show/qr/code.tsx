import { lazy, Suspense } from 'react';
import './code.css';

const QrImage = lazy(() => import('./image'));

interface QrProps {
  value: string;
  /** px */
  size: number;
  /** white around it, for where it does not stand on paper already */
  edge?: boolean;
}

/** A QR code; what draws it is loaded when the first one is shown, the place is kept free. */
export function Qr({ value, size, edge }: QrProps) {
  const image = (
    <Suspense fallback={<div style={{ width: size, height: size }} />}>
      <QrImage value={value} size={size} />
    </Suspense>
  );
  return edge ? <div className="kit-show-qr">{image}</div> : image;
}
