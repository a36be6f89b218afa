import { code128, drawingSVG, qrcode } from '@bwip-js/browser';
import { useMemo } from 'react';

const srcOf = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

interface CodeProps {
  text: string;
  /** mm on paper */
  heightMm: number;
}

/** Code 128, as handheld scanners read it; made in the browser. */
export function Barcode({ text, heightMm }: CodeProps) {
  const src = useMemo(
    // ten modules of white on both sides, which scanners need to find the code reliably
    () => srcOf(code128({ bcid: 'code128', text, height: heightMm, paddingwidth: 10 }, drawingSVG())),
    [text, heightMm],
  );
  return <img className="base-print-barcode" src={src} alt={`条码 ${text}`} style={{ height: `${heightMm}mm` }} />;
}

/** The same as a QR code, for phones. */
export function QrMark({ text, heightMm }: CodeProps) {
  const src = useMemo(() => srcOf(qrcode({ bcid: 'qrcode', text, padding: 4 }, drawingSVG())), [text]);
  return <img src={src} alt={`二维码 ${text}`} style={{ width: `${heightMm}mm`, height: `${heightMm}mm` }} />;
}
