// @vitest-environment jsdom
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Button, Form, Input } from 'antd';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stubDocument } from '../kit/test-document';
import { ThemeProvider } from './provider';

configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);
beforeEach(stubDocument);

it('a form that cannot be sent leads to the first field that is wrong', async () => {
  render(
    <ThemeProvider>
      <Form initialValues={{ name: '一号仓' }}>
        <Form.Item name="name" label="名称">
          <Input />
        </Form.Item>
        <Form.Item name="receiver" label="收货人" rules={[{ required: true, message: '请填写收货人' }]}>
          <Input />
        </Form.Item>
        <Form.Item name="phone" label="电话" rules={[{ required: true, message: '请填写电话' }]}>
          <Input />
        </Form.Item>
        <Button htmlType="submit">保存</Button>
      </Form>
    </ThemeProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('收货人')));
  // the sentences come in; nothing of the form is under way any more when the test ends
  await screen.findByText('请填写电话');
});
