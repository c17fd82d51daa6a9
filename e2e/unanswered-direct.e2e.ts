import { describe, test } from 'vitest';
import { callPair, talk, toggleScreen } from './support/calls.ts';
import { couples, inLanes, type Phase, standBeforeServer, type Two } from './support/failing-requests.ts';
import { framesFlow, sees, soundFlows } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';

/** That each kind of request is repeated for as long as it should be is tested without browsers (client/src/call/retry.test.ts). */
describe('a request of a 1-to-1 call that fails once, five times and for ever', () => {
  const people = setUpPeople({ prepare: standBeforeServer });

  const rings = async ({ alice, bob }: Two) => {
    await callPair(alice, 'Bob');
    await bob.getByTestId('accept').waitFor();
  };
  const talks = ({ alice, bob }: Two) => talk(alice, bob, 'Bob');
  const bothSee = ({ alice, bob }: Two) => Promise.all([sees(alice, 1), sees(bob, 1)]);

  const phases: readonly Phase[] = [
    {
      name: 'before it rings',
      requests: ['directCall.invite'],
      times: 5,
      before: async ({ alice }) => alice.goto('/user'),
      act: ({ alice }) => callPair(alice, 'Bob'),
      said: ({ alice }) => alice.getByTestId('call-phase').getByText('Still trying').waitFor(),
      healed: ({ bob }) => bob.getByTestId('accept').waitFor(),
    },
    {
      name: 'as it is cancelled',
      requests: ['directCall.hangUp'],
      times: 5,
      before: rings,
      act: ({ alice }) => alice.getByTestId('hang-up').click(),
      said: ({ alice }) => alice.getByTestId('call-ended').waitFor(),
      healed: ({ bob }) => bob.getByTestId('accept').waitFor({ state: 'detached' }),
    },
    {
      name: 'as it is declined',
      requests: ['directCall.decline'],
      times: 1,
      who: 'bob',
      before: rings,
      act: ({ bob }) => bob.getByTestId('decline').click(),
      healed: ({ alice }) => alice.getByTestId('call-ended').waitFor(),
    },
    {
      name: 'as it is answered',
      requests: ['directCall.accept'],
      times: 5,
      who: 'bob',
      before: rings,
      act: ({ bob }) => bob.getByTestId('accept').click(),
      healed: bothSee,
    },
    {
      name: 'as it connects',
      requests: ['directCall.signal'],
      // Description, candidates and what is sent, at once: all of them, and some repetitions.
      times: 11,
      atOnce: 8,
      before: rings,
      act: ({ bob }) => bob.getByTestId('accept').click(),
      healed: bothSee,
    },
    {
      name: 'in the call, to say that one is muted',
      requests: ['directCall.signal'],
      times: 1,
      before: talks,
      act: ({ alice }) => alice.getByTestId('toggle-microphone').click(),
      healed: ({ bob }) => bob.getByTestId('peer-muted').waitFor(),
    },
    {
      name: 'in the call, to share the screen',
      requests: ['directCall.share'],
      times: 5,
      before: talks,
      act: ({ alice }) => toggleScreen(alice),
      healed: ({ bob }) => framesFlow(bob, 2),
    },
    {
      name: 'as one comes back to it',
      requests: ['directCall.takeUp'],
      times: 5,
      before: talks,
      act: ({ alice }) => alice.reload(),
      said: ({ alice }) => alice.getByTestId('returning').waitFor(),
      healed: ({ alice, bob }) => Promise.all([framesFlow(alice, 1), framesFlow(bob, 1), soundFlows(bob)]),
    },
    {
      name: 'as it ends',
      requests: ['directCall.hangUp'],
      times: 1,
      before: talks,
      act: ({ alice }) => alice.getByTestId('hang-up').click(),
      said: ({ alice }) => alice.getByTestId('call-ended').waitFor(),
      healed: ({ bob }) => bob.getByTestId('call-ended').waitFor(),
    },
    {
      name: 'before it rings, for ever',
      requests: ['directCall.invite'],
      times: 8,
      before: ({ alice }) => alice.goto('/user'),
      act: ({ alice }) => callPair(alice, 'Bob'),
      said: ({ alice }) => alice.getByText('Couldn’t start the call').waitFor(),
      healed: async ({ alice, bob }) => {
        await alice.getByTestId('call-again').click();
        await bob.getByTestId('accept').waitFor();
      },
    },
  ];

  test('is repeated, not too often, and heals in each phase, or that is said', async () => {
    await inLanes(phases, await couples(people, 3));
  });
});
