// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ruleScope } from '@tongda/contract/rules/alarm-rule/codes';
import { Form, Input } from 'antd';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../../kit/call/api-error';
import { EditContext } from '../../../kit/form/edit-context';
import { stubDocument } from '../../../kit/test-document';
import { type Conflict, ConflictDialog, ConflictNote, conflictOf } from './conflict-note';
import { ruleLinks } from './links';

beforeEach(stubDocument);
afterEach(cleanup);

const refusal = new ApiError(4011, '与规则“白天”冲突', [], { rule: { id: '7', name: '白天', kind: 'speed' } });

function Sheet({ conflict }: { conflict: Conflict }) {
  const [form] = Form.useForm();
  const scope = {
    form,
    schema: z.object({}),
    initial: {},
    register: () => () => undefined,
    names: {},
    input: () => ({}),
  };
  return (
    <MemoryRouter>
      <EditContext.Provider value={scope}>
        <Form form={form} initialValues={{ scope: ruleScope.company, targetIds: ['3'] }}>
          <Form.Item name="scope">
            <Input aria-label="适用对象" />
          </Form.Item>
          <Form.Item name="targetIds">
            <Input aria-label="对象" />
          </Form.Item>
          <ConflictNote conflict={conflict} />
        </Form>
      </EditContext.Provider>
    </MemoryRouter>
  );
}

test('a rule conflict leads to the other rule and offers 只用于这些车, which empties the vehicles for a new choice', async () => {
  const conflict = conflictOf(refusal);
  if (!conflict) throw new Error('the refusal names a rule');
  render(<Sheet conflict={conflict} />);
  expect(screen.queryByText('与规则“白天”冲突')).not.toBeNull();
  const link = screen.getByRole('link', { name: '查看“白天”' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([ruleLinks.edit('speed', '7'), '_blank']);
  fireEvent.click(screen.getByRole('button', { name: '只用于这些车' }));
  await screen.findByText('选好车辆后保存：这些车按本规则，其他车仍按“白天”');
  expect(screen.getByLabelText('适用对象')).toHaveProperty('value', String(ruleScope.vehicles));
  expect(screen.getByLabelText('对象')).toHaveProperty('value', '');
  expect(screen.queryByRole('button', { name: '只用于这些车' })).toBeNull();
});

test('so does one that was to be switched on in the list', () => {
  const conflict = conflictOf(refusal);
  if (!conflict) throw new Error('the refusal names a rule');
  const narrow = vi.fn();
  render(
    <MemoryRouter>
      <ConflictDialog conflict={conflict} narrow={narrow} close={() => undefined} />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: '“白天”' }).getAttribute('href')).toBe(ruleLinks.edit('speed', '7'));
  fireEvent.click(screen.getByRole('button', { name: '只用于这些车' }));
  expect(narrow).toHaveBeenCalledOnce();
});

test('every other refusal is no conflict', () => {
  expect(conflictOf(new ApiError(4011, '最多200条规则', [], null))).toBeNull();
  expect(conflictOf(new Error('x'))).toBeNull();
});
