import { deviceModelOptions } from '@tongda/contract/resources/device/calls';
import { call } from '../../../kit/call/api';
import { type Found, RemoteField } from '../../../kit/form/input/remote-select';
import { toFound } from '../../base/reference/door';

const search =
  (kind: 'portable' | 'lock') =>
  (keyword: string): Promise<Found[]> =>
    call(deviceModelOptions, { keyword, kind }, { quiet: true });
const searches = { portable: search('portable'), lock: search('lock') };

/** The field 型号 of a recorder or a lock. */
export const ModelField = (props: {
  kind: 'portable' | 'lock';
  id: string | null | undefined;
  name: string | undefined;
}) => (
  <RemoteField
    name="modelId"
    label="型号"
    span={6}
    search={searches[props.kind]}
    known={toFound(props.id, props.name)}
  />
);
