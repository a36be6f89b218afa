// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { InstructParam } from '@tongda/contract/watch/command/edition';
import { instructParamType } from '@tongda/contract/watch/command/edition-enums';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ParamsInput } from './params-input';

afterEach(cleanup);

const choice = (key: string, options: InstructParam['options']): InstructParam => ({
  ...{ key, name: key, type: instructParamType.enum, length: 1, fallback: '', min: null, max: null },
  options,
  required: true,
});

function Form() {
  const [params, setParams] = useState([
    choice('a', [{ code: 1, name: '开' }]),
    choice('b', [{ code: 7, name: '夜间' }]),
  ]);
  return <ParamsInput value={params} onChange={setParams} />;
}
const options = (no: number): string => screen.getByLabelText<HTMLInputElement>(`参数${no}的选项`).value;

it('shows the options of the line that is left when the one before it is deleted', () => {
  render(<Form />);
  expect([options(1), options(2)]).toEqual(['1=开', '7=夜间']);
  fireEvent.click(screen.getByLabelText('删除参数1'));
  expect(options(1)).toBe('7=夜间');
});

it('leaves what is typed as it is typed, also where it says nothing yet', () => {
  render(<Form />);
  const field = screen.getByLabelText('参数1的选项');
  for (const typed of ['', '1', '1=', '1=开，', '1=开，0=关']) {
    fireEvent.change(field, { target: { value: typed } });
    expect(options(1)).toBe(typed);
  }
});
