import { QRCode } from 'antd';

/** Black on white in both themes: phones read nothing else. */
export default function QrImage({ value, size }: { value: string; size: number }) {
  return (
    <QRCode aria-label="二维码" value={value} type="svg" size={size} bordered={false} bgColor="#fff" color="#171c26" />
  );
}
