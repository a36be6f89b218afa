import { scanKindOf } from '@tongda/contract/core/field/scan-code';
import { Said, type ScanProps } from '../task/said';
import { ScanStore } from './store';
import { ScanVehicle } from './vehicle';

/** The page that the QR code of a vehicle or a store leads to when the phone's camera reads it. */
export function DriverScan({ driver, code }: ScanProps) {
  switch (scanKindOf(code)) {
    case 'vehicle':
      return <ScanVehicle driver={driver} code={code} />;
    case 'store':
      return <ScanStore driver={driver} code={code} />;
    default:
      return <Said driver={driver} title="二维码无法识别" text="请扫描平台打印的车辆或门店二维码" />;
  }
}
