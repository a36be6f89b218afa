import { lazy, Suspense } from 'react';

const QrImage = lazy(() => import('./qr-image'));

/** A QR code; what draws it is loaded when the first one is shown, the place is kept free. */
export function Qr({ value, size }: { value: string; size: number }) {
  return (
    <Suspense fallback={<div style={{ width: size, height: size }} />}>
      <QrImage value={value} size={size} />
    </Suspense>
  );
}
