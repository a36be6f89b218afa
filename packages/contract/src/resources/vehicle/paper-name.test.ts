import { expect, it } from 'vitest';
import { paperOfName } from './paper-name';

it.each([
  ['沪A12345_行驶证.jpg', '沪A12345', 'licence'],
  ['沪A12345行驶证_2.PNG', '沪A12345', 'licence'],
  ['行驶证 沪a·12345.png', '沪A12345', 'licence'],
  ['2026年审-粤B12345D.pdf', '粤B12345D', 'inspect'],
  ['川AK12345营运证（正本）.jpg', '川AK12345', 'transport'],
  ['沪B7715挂 车辆照片.jpeg', '沪B7715挂', 'photo'],
  ['沪A12345-探头检定证书 T1.pdf', '沪A12345', 'calibration'],
  ['沪A12345.jpg', '沪A12345', null],
  ['行驶证.jpg', null, 'licence'],
  ['IMG_20261122.jpg', null, null],
])('%s', (name, plateNo, docType) => {
  expect(paperOfName(name)).toEqual({ plateNo, docType });
});
