import { useParams } from 'react-router-dom';
import { NotFoundPage } from '#client/features/manage/shell/not-found-page.tsx';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { CustomerView, customerTabs } from './customer-view.tsx';
import { CustomersPage } from './customers-page.tsx';

/** `/manager/customer`: the settings of the customer that is chosen, or the list of all. */
export const CustomerPage = () => {
  const { customerId } = useScope();
  return customerId === null ? (
    <CustomersPage />
  ) : (
    <CustomerView key={customerId} id={customerId} tab="settings" />
  );
};

/** `/manager/customer/:id`, and its other parts. */
export const OneCustomerPage = () => {
  const { id = '', tab: wanted = 'settings' } = useParams();
  const tab = customerTabs.find((each) => each === wanted);
  return tab ? <CustomerView key={id} id={id} tab={tab} /> : <NotFoundPage />;
};
