import { describe, test } from 'vitest';
import { joinGroup, leaveCall } from './support/calls.ts';
import {
  couples,
  inLanes,
  type Phase,
  serverBefore,
  standBeforeServer,
  type Two,
} from './support/failing-requests.ts';
import { framesFlow, sees, soundFlows } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';

/** That each kind of request is repeated for as long as it should be is tested without browsers (client/src/call/group/what-fails.test.ts). */
describe('a request of a group call that fails once or five times', () => {
  const people = setUpPeople({ prepare: standBeforeServer });

  const bobWaits = async ({ alice, bob }: Two) => {
    await alice.goto('/user');
    await joinGroup(bob);
    await bob.getByTestId('leave').waitFor();
  };
  const bothAreIn = async (two: Two) => {
    await bobWaits(two);
    await joinGroup(two.alice);
    await Promise.all([sees(two.alice, 1), sees(two.bob, 1)]);
  };
  const bothFlow = ({ alice, bob }: Two) =>
    Promise.all([framesFlow(alice, 1), framesFlow(bob, 1), soundFlows(alice), soundFlows(bob)]);

  const phases: readonly Phase[] = [
    {
      name: 'as one joins',
      requests: ['groupCall.join'],
      times: 5,
      before: bobWaits,
      act: ({ alice }) => joinGroup(alice),
      said: ({ alice }) => alice.getByText('Still trying').waitFor(),
      healed: bothFlow,
    },
    {
      name: 'in the call, to be heard again',
      requests: ['groupCall.resumeProducer'],
      times: 5,
      before: async (two) => {
        await bothAreIn(two);
        await two.alice.getByTestId('toggle-microphone').click();
        await two.bob.getByTestId('muted').waitFor();
      },
      act: ({ alice }) => alice.getByTestId('toggle-microphone').click(),
      said: ({ alice }) => alice.getByTestId('trouble-microphone').waitFor(),
      healed: ({ bob }) => bob.getByTestId('muted').waitFor({ state: 'detached' }),
    },
    {
      name: 'as one leaves',
      requests: ['groupCall.leave'],
      times: 1,
      before: bothAreIn,
      act: ({ alice }) => alice.getByTestId('leave').click(),
      said: ({ alice }) => alice.getByTestId('group-call-over').waitFor(),
      healed: ({ bob }) =>
        bob.locator('[data-testid=participants][data-count="1"]').waitFor({ state: 'attached' }),
    },
  ];

  test('is repeated, not too often, and heals in each phase', async () => {
    await inLanes(phases, await couples(people, 2));
  });

  test('that says what the call offers leaves the camera on, here and in the next call, for those who join at once', async () => {
    const [two] = await couples(people, 1);
    if (!two) throw new Error('nobody is there');
    await bobWaits(two);
    // The devices are not opened before the answer, or a second.
    serverBefore(two.alice).fail(['groupCall.look'], 1, 'silent');
    await joinGroup(two.alice);
    await framesFlow(two.bob, 1);
    await leaveCall(two.alice);
    await joinGroup(two.alice);
    await framesFlow(two.bob, 1);
  });
});
