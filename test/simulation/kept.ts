// Seeds that once found a fault, with what they found. They are played in every run of the tests.

import type { Drawing } from './draw.ts';

export interface KeptSeed extends Required<Drawing> {
  readonly seed: number;
  /** What broke a rule then. */
  readonly found: string;
}

/** Seed -> what broke a rule then. */
type Found = Readonly<Record<number, string>>;

function drawnBy(drawn: KeptSeed['drawn'], door: KeptSeed['door'], seeds: Found): KeptSeed[] {
  return Object.entries(seeds).map(([seed, found]) => ({ seed: Number(seed), drawn, door, found }));
}

export const KEPT: readonly KeptSeed[] = [
  ...drawnBy(1, 'command', {
    15: 'whoever was found after an unanswered create was let go without a word',
    30: 'a task with a copied marker was written after ours was deleted',
    83: 'a copy beside our task was taken for the sign of an older recorded state',
    102: 'a second task without our marker was seen by the write alone, which ended each run with 4',
    298: 'as 15, settled by the next run',
    455: 'ensure: absent left the backing account of an unanswered create',
    476: 'an account that others made again was removed as ours: its id had not been recorded',
    500: 'adopt: true on a line was the word that let go of whom we made',
    913: 'as 102, where a reason opens a finished task',
    916: 'what others put in the place of ours, taken over by adopt: true, was deleted when its line went',
    2252: 'a change whose second write was refused left recorded state as before the first',
    2440: 'a task of others was closed as ours: the id that the run of its create had read was not recorded',
    3290: 'an adopted task was let go, and its line that came back ended each run with 14',
    4052: 'as 102, where only the marker says that a task is ours',
    6032: 'a guard stopped the plan that would have sent a create again, and its intent was gone',
    6970: 'the second write of two went to a task of others',
    21594: 'who others had made again was deleted as ours, once that account had lost its id',
    22061: 'as 21594, where the other account was seen in the backing instance alone',
  }),
  ...drawnBy(2, 'command', {
    1062: 'whoever a late reading hid was let go as made by others',
    1626: 'a new reason opened a task with a pin that its line named no more, and its agent left',
    3232: 'the backing account of others was removed after their account in the service',
    10269: 'a reason that c-8 had used called the customer of C-8 once more',
    10370: 'whom others made was deleted as ours: SUCCESS of our create had brought no connectUserId',
    12912:
      'a clientId that was like another one was a decision in one run and a create in the next, once an intent had ended',
    13209:
      'a task of others that stood where a record was to move, taken over by adopt: true, was recorded as made by us',
    14769:
      'the backing account of others was remembered as that of whom we had made, and who came back with it was removed',
    15394: 'a finished task of others that adopt: true and a new reason opened was recorded as made by us',
    95850868: 'a create that was planned again and not begun ended the intent of the one before it',
    95866080: 'a create that a stop left unread was called applied',
    95866261: 'a task of another stack was taken over by adopt: true where ours had stood without a marker',
  }),
  ...drawnBy(3, 'command', {
    336: 'an adoption was cut off after it was sent, its line went, and our marker stood without state',
    734: 'a copy of our task, left alone and declared again, was recorded as made by us, and deleted',
    1066: 'a create was answered with SUCCESS and not seen, and it was sent again: the customer had been called',
    20519: 'the task of an unconfirmed create was taken for the sign of an older recorded state, for good',
    21241: 'files of an earlier commit wrote again what had been let go since, as if others had changed it',
  }),
  ...drawnBy(4, 'command', {
    820729:
      'the backing account that a release had left was to go, this environment does not show it, and no plan said a word',
    823760:
      'the question that tells a wrong URL from a bad key named the region of the target for a campaign that resides elsewhere',
    824926: 'NOT_FOUND to a delete of both sides was called the end of an account that this environment does not show',
    830418: 'the judge: nobody knows that SUCCESS of our create was untrue where others had added the person meanwhile',
    831049: 'a task that a run which was cut off had made was forgotten with the removal of the one before it',
    831105: 'the judge: a create that was cut off may have made whom others added meanwhile',
    831143:
      'a spreadsheet changed the ids of creates that were cut off, and a customer who had been called was added anew',
  }),
  ...drawnBy(5, 'command', {
    1264: 'adopt: true took nothing over in the campaign that the line had left, and each plan asked again',
    1629: 'as 1264',
    830636: 'the judge: whether a create that was intended left before the kill nobody can know',
    95943339:
      'others carried ours to where its line went, and adopt: true took over the task beside it; a find there was recorded at no address',
    95943749: 'the judge: an item that no reading showed yet before the move is not told from none',
  }),
  ...drawnBy(6, 'command', {
    126: 'a transfer lost every item, and the next run took the task that others had added there for what arrived',
    233: 'a reason opened a task with its first write, and left the pin that its line names no more',
    274: 'what a person removed from the new campaign, and the service shows as REMOVED, held the move for good',
    430: 'as 274, where the campaign that it comes from is fed by files',
    649: 'as 274, of a record that is still open',
    949: 'an update by its clientId went to a task of others that is shown as REMOVED, and that only the last look could see',
    1773: 'of two tasks where a record moved to, the first one was recorded as ours, without a question',
    1923: 'a delete was answered and not done, the run was stopped before its reading, and without a marker the task was nobody’s',
    3702: 'a create that was answered and not recorded ended with one begun again, which its last look kept from being sent: forgotten',
    3785: 'the plan saw the task that stands, and the last look the REMOVED one before it alone: every run skipped the same',
    4136: 'called between the two writes of a reissue, whose first one had set the attempts back: the second one opened it again',
    4309: 'a person was removed while the same run added a record anew, whose deleted task came back with the pin to that person',
    4332: 'what was used up, and carried by others as REMOVED, counted as standing where they carried it: drift called its place empty',
    4918: 'a transfer took the place of a task of others that they had set to REMOVED, without a word',
    5922: 'a pin that the transfer gave, and the service ended at once, was sent again with what was lost on the way',
    7040: 'a copy with our marker, beside our task that the file had set to REMOVED, was set to REMOVED, too',
    8815: 'as 3785, between two writes',
    95957656: 'as 274, of a record whose id no reading had shown yet',
    95957777:
      'an account that ALLOW made after a refusal counted as joined, and stayed in the backing instance for ever',
    95957978: 'as 126',
    95958081: 'as 126, of one that kept half its items',
    96100741: 'the judge: what comes true after its run has ended comes upon what others did since',
    96200183: 'the judge: a copy with our marker, made before any reading showed ours, is not told from it',
    96200968:
      'an account that was joined after a refusal, and not shown yet, counted as made on both sides: it was removed there',
  }),
  ...drawnBy(7, 'command', {
    1400: 'what a transfer brought without its data was not shown, and the REMOVED task of others was taken for it by adopt: true',
    97100740:
      'an adoption was cut off, its line went, and a reading that lagged ended it: its marker had nothing recorded',
  }),
  ...drawnBy(8, 'command', {
    293: 'a reason that the plan had asked for recorded a move of what was gone, opened nothing, and was used up: nobody called that customer',
    1163: 'the judge: what others deleted and carried to the new campaign, still shown as REMOVED, is used up there',
  }),
  ...drawnBy(9, 'command', {
    6680: 'the judge: who answers names the clientId as the service has it, in the place of a line in another case',
    7703: 'the judge: a service that takes no clientId twice refuses what a move would open again',
  }),
  ...drawnBy(10, 'command', {
    96013250: 'of the task that a person names beside the recorded one a pin that was over was set again',
    96013333: 'a task that others put in the place of one which a reason had opened counted as ours',
    97003043: 'the judge: a leaver waits for a successor whose restore the service refuses',
    97006386: 'the judge: nobody sees a deleted task that an add takes up again with its pin',
  }),
  ...drawnBy(14, 'command', {
    67: 'planted: an account of others is taken over, and a leaver whom others made is deleted, without adopt: true',
    90: 'a record that no marker names was deleted before any reading had told its id, which did not go, and was nobody’s from then on',
    126: 'planted: whatever stands where a record moved to is what came, and a move whose task is not seen behind one of others is forgotten with its line',
    987: 'planted: a task that appeared since the plan is overwritten by a create',
  }),
  ...drawnBy(1, 'pulumi', {
    30: 'a class did not record which task its create had made, and took a copy for it',
  }),
  ...drawnBy(13, 'command', {
    8: 'planted: who was found after an unanswered create counts as created by us',
    11: 'planted: the backing account that we made stays when the line goes',
    29: 'planted: a task in the hands of an agent is overwritten, and an update tells the pin that is declared, whatever stands there',
    44: 'planted: a used-up record is added in the campaign that it moves to',
    96: 'planted: an adoption that was cut off is forgotten with its line',
    105: 'planted: an adoption that no reading shows yet is ended with its line',
    111: 'planted: a task that is worked is moved away from its agent',
    116: 'planted: a delete is called done by its answer',
    131: 'planted: no reading between plan and write: a task that changed since is overwritten',
    188: 'planted: ensure: open calls a worked task again without a reason',
    221: 'planted: what was approved once is still approved after another apply',
    513: 'planted: what is left in the backing instance is not asked for',
    705: 'planted: an old create of which nothing is seen is sent again',
    439: 'a removal of what a move had brought ended as a mistake of the program where the deleted task is shown as REMOVED',
  }),
  ...drawnBy(2, 'pulumi', {
    50: 'the backing account of others was removed, which a create without an answer had only joined',
    185: 'a record was never added: what the resource remembered of another campaign counted as its move',
    718: 'a customer was added in one campaign while the create in another was not answered, and might still come',
    847: 'a set of a class would add a record that its plan left to a person, and so added none of the others',
    990: 'a line that asks for absence under another spelling kept the record from ever being removed, without a word',
    1002: 'whoever was to join an account in the backing instance was called created, and nobody looked',
    1077: 'a list showed another task than the recorded one, and each plan took it over again',
  }),
  ...drawnBy(3, 'pulumi', {
    1713: 'a person whose create a stop left unread was called created, and no line said that nobody had looked',
    2492: 'the create of a class was cut off and its class taken out: whom it had made kept the access without a word',
    700116: 'files of an earlier commit put back a pin and a time, of a line that the later one spells otherwise',
    700247:
      'a stack forgot an adopted task that it let go, and called itself older than the service when its line came back',
    700325: 'no refresh kept whose account it saw: who was made again by others was removed as ours',
    700381:
      'four creates that were cut off and taken out counted as all four recorded objects: guard-empty in each run',
    710160: 'an approved plan went on after newer files had carried out a part of it',
    95917895:
      'a clock ten minutes behind recorded a create before it was made: with a new reason its own task counted as made again',
  }),
  ...drawnBy(4, 'pulumi', {
    57: 'files of an earlier commit took records over from one partition to the other, and wrote them anew',
    287: 'a partition whose last campaign went was stopped for good, though the other one holds its own',
    360: 'a partition let go of a person before the other one had what is recorded, which gave removed access back',
    644: 'an update was cut off, and what others put in the place of its task was taken for it and set to finished',
    792: 'the judge: a drift report that was stopped says nothing of what it had not read',
    819: 'files of an earlier commit restored a person whom the partition that they name still records',
    720431: 'a reason given beside ensure: removed opened the task once that word went',
    730006: 'the judge: what one partition could not read stops no delete of the other one',
    730462: 'the judge: whoever passes the number of creates that were cut off has said what nobody else can know',
    730522: 'a class whose create was cut off was written in another case, and its customer was called once more',
    730568: 'a stack that holds nobody but a leaver who is gone believed no absence, and each run failed',
    740144: 'the judge: whom others add before a lag shows our delete is not told from what it left',
    740413:
      'creates with ids that a spreadsheet had changed were cut off, and who had been called was added under the right id',
  }),
  ...drawnBy(5, 'pulumi', {
    740432:
      'of a clientId that is declared in two campaigns the create that was cut off was forgotten, and its task stopped every plan',
    740587: 'a delete that found the person gone said nothing of the tasks that were pinned there still',
  }),
  ...drawnBy(6, 'pulumi', {
    126: 'as 126 through the command',
    147: 'a handler found another task beside the recorded one, the plan did not, and each update failed the same way',
    152: 'what a transfer brought beside a task of others was nobody’s where the file wants it away by its id, and was let go',
    320: 'the judge: nobody changes by its clientId a task that a REMOVED one stands before',
    402: 'a create that was refused took the one before it along, which was never answered: its person counted as of others',
    736: 'of an update that was cut off a task that it had taken over counted as made: its line went, and it was deleted',
    1157: 'the judge: what lost all its data on the way, beside a task of others that a person takes over, is in no answer',
    95969300: 'as 5922 through the command, with a pin of others, which no file declares',
  }),
  ...drawnBy(7, 'pulumi', {
    95969285:
      'a create was not shown yet when its line went: there again, it counted as made by an apply that is recorded elsewhere',
    99400150:
      'the judge: who is on the do-not-call list is asked about, and not taken over, though the update ends with 0',
  }),
  ...drawnBy(8, 'pulumi', {
    293: 'as 293 through the command',
    105: 'the create of a set was cut off, its line went, and the next create forgot what the first may have sent',
  }),
  ...drawnBy(9, 'pulumi', {
    1658: 'a refresh read another task than the one whose id a class declares, and called the record used up by it',
    782: 'a class whose create was cut off was saved by a spreadsheet, and the customer was called once more under the other id',
  }),
  ...drawnBy(10, 'pulumi', {
    97003093: 'a reason that another spelling had used was new again once that one had left the stack',
    97004019: 'a create that was cut off was not looked at once its customer was declared in another campaign',
    97005133: 'as 97003093, once the record had gone to another partition',
    97001132:
      'a set that a row came back to, where others had a task, was written by nobody, and the delete of the other set removed it',
    98020075: 'a restore that was not seen to have come was a create in the next plan, and needed no number again',
    98020135: 'a ledger could not hand over who was called in a campaign of one set without a row',
    97006184: 'a job that ran again removed who had been put back by files that had nothing to do',
    97007105: 'a plan let go of whoever was gone by a person of another partition, whom the deletes did not know',
  }),
  ...drawnBy(11, 'pulumi', {
    96032686: 'a set that was replaced recorded the customer that had just moved out of it as called',
  }),
  ...drawnBy(12, 'pulumi', {
    37047:
      'a delete refused another account, which the engine keeps nothing of: once that one had lost its id it was removed as ours',
    8: 'planted: what another partition records counts as nothing',
    26: 'planted: an update leaves no word of what it began, and files of an earlier commit are applied like any other, through Pulumi',
    31: 'planted: who is on the do-not-call list gets a task, through Pulumi, and a partition that was taken out of muster.yaml holds nobody up',
    43: 'planted: a class adds what the plan of its program leaves to a person',
    105: 'planted: a set that is made again forgets what its create, cut off, may have added',
    152: 'planted: what a transfer brought, and is to go by its id, is nobody’s',
    221: 'planted: what was approved once is still approved after another update',
    782: 'planted: a create that was cut off says nothing of its customer once a spreadsheet saved the id, and an id that a spreadsheet made of one whose create was cut off is new to a class',
    98010007:
      'a refresh after muster.yaml and Pulumi.yaml had got other names recorded a stack that never was, and each update refused it',
  }),
  ...drawnBy(15, 'pulumi', {
    1252: 'the one task that was taken over, let go and declared again ended each update with guard-unrecorded',
  }),
  ...drawnBy(14, 'pulumi', {
    71006:
      'a move from a campaign without markers was not answered, and its own task ended each update with guard-unrecorded',
  }),
  ...drawnBy(16, 'pulumi', {
    96123220:
      'a move was killed, and the copy of what others stored went with the next update, before anybody held the record',
    96123221: 'the judge: what a set had removed was called still there, because another row of it was',
  }),
  ...drawnBy(17, 'pulumi', {
    4: 'a delete of a set met a task that others had put beside ours: each plan deleted it again, and each update failed',
    42: 'a class forgot whom it had taken over and let go, and who was called since was added when the line came back',
    199: 'a class went with the customer that it knew to be finished, who was called again when the line came back',
    406: 'as 4, of a class',
    451: 'as 4, of a resource of a desired state',
  }),
  ...drawnBy(2, 'wide', {
    2103: 'a clock that was ahead ended the intent of a create which was still on its way, though the machine had counted seconds',
  }),
  ...drawnBy(3, 'wide', {
    712: 'a task that a late reading hid was let go as gone, and its line that came back called it finished',
    2613: 'what had been deleted in the new campaign, and is shown as REMOVED, was taken for the task that was to move',
    4042: 'whoever a late reading hid was let go as made by others once the restore was refused, and kept the access',
    4055: 'files of an earlier commit gave access back as a repair',
    4401: 'recorded state was put back, others had carried away the one task that said so, and its customer was called again',
    4575: 'a run that had lost the target and settled what the other one had settled ended as a mistake of the program',
    810087: 'as 4055, by the marker of a task that had been let go since',
  }),
  ...drawnBy(6, 'wide', {
    126: 'as 126 through the command',
    161: 'the judge: files that a revert made the same as those of an older commit put nothing back',
    741: 'a reason to call again beside ensure: worked added nobody, was the answer that the plan named, and was asked again',
    775: 'the judge: whom a create made that was answered with the refusal of another one is not told from others',
    929: 'as 3785 through the command, after an update took away the item by which a search shows both',
    1710: 'the judge: no search finds a marker of a stack whose name muster.yaml does not say',
    96200195:
      'the judge: whose create heard the id of another account, and whose line says adopt: true, is taken over, and let go',
  }),
  ...drawnBy(7, 'wide', {
    95981396: 'the pin of a leaver was planned away from one of two tasks of a clientId, which each write refused',
  }),
  ...drawnBy(8, 'wide', {
    2916: 'planted: the first list of a renamed project had changed ids',
  }),
  ...drawnBy(10, 'wide', {
    97001020: 'the judge: whom a run that had begun before they were made lets go of is not shown by any reading of it',
    97005030: 'the judge: of two tasks of others, without our marker, a look by the id shows one',
  }),
  ...drawnBy(16, 'wide', {
    695: 'an account that others made in the service alone, once ours had been removed, was removed as if it were still that one',
  }),
  ...drawnBy(16, 'native', {
    96: 'a row whose create was cut off was added in another spelling, and its customer called again',
    116: 'a row that was to move when the update was cut off was added beside the one it left',
    123: 'a reason that another spelling had used called its customer again',
    131: 'whoever was declared with the login in another letter case was removed',
    166: 'the judge: whose a person is whose create was cut off shows nowhere, and a run had asked',
  }),
  ...drawnBy(16, 'pulumi', {
    97200947:
      'a create that was cut off went with its campaign to another partition: neither took it in, and guard-unrecorded ended each run',
    97201222:
      'a hand-over to a stack that was killed was never finished: a customer who had been let go was not registered again',
    97203389: 'the judge: an update that could not read all of a customer concluded nothing of them',
  }),
  ...drawnBy(18, 'pulumi', {
    10780: 'an earlier muster.yaml gave a campaign back to the partition that it had left',
    13987: 'as 97200947',
    36029:
      'a task that stays beside the named one was to lose its leaver, was not, and the answer to that question was asked again',
    211: 'an update whose write read another task than its plan was refused as moved in each run, without a question',
    282: 'as 211',
    310: 'an update without a refresh saw another account, which lost its id, and was removed as ours when its line went',
    27561: 'whom the plan saw called, and the write could not read, was called again once the task was cleared away',
    97203187: 'a delete was refused each time for a duplicate that was REMOVED, which no plan counts',
    98000016:
      'what was deleted in the campaign it had moved to, and was still shown, was taken for a move that arrived',
    97203984: 'a pin that the service ended between two writes was said again by the second',
  }),
  ...drawnBy(18, 'wide', {
    310: 'the judge: a create that heard the refusal of another one was asked about, on the side of the backing instance, too',
  }),
  ...drawnBy(20, 'pulumi', {
    433: 'planted: others moved our task away, and put one of theirs in its place, which the line takes over',
    1236: 'as 97203187',
    18: 'planted: SUCCESS, nothing was deleted, and the run was stopped before it read that',
    358: 'whoever was called before a reason opened the task was called again: its line went untouched, and came back without the reason',
    130: 'as 358, where the task was gone when the reason added it',
    98101437: 'a resource was made, and nothing in it, for a line to which a move was left out',
    96132734: 'a row that left a set after its create was cut off was taken in by one update, and removed by the next',
  }),
  ...drawnBy(20, 'wide', {
    96146795: 'the judge: of an item that the service does not show nobody knows that others changed it',
    98300007:
      'a row that a spreadsheet spelled otherwise was planned to go in each update, which none could: its create had been cut off',
  }),
  // Found when those were the newest draws; the seeds of the same number tell another story since.
  ...drawnBy(17, 'command', {
    421: 'planted: a reissue that was cut off is sent again',
    784: 'planted: what was applied from an edit in no commit is undone over the same commit',
    835: 'planted: the numbers of a list are sorted without its names',
  }),
  ...drawnBy(15, 'pulumi', {
    72: 'planted: who may be pinned to binds no approval, through Pulumi',
    784: 'planted: as 784 through the command',
  }),
  ...drawnBy(16, 'pulumi', {
    45: 'planted: an edit in no commit puts back what an earlier commit had, through Pulumi',
    835: 'planted: as 835 through the command',
  }),
  ...drawnBy(17, 'pulumi', {
    493: 'planted: two lists under each other’s name exchange their customers, through Pulumi',
  }),
  ...drawnBy(19, 'pulumi', {
    97: 'planted: a status column that was sorted alone gives access back and takes it, through Pulumi',
    323: 'planted: an agent column that was emptied takes all pins off, through Pulumi',
  }),
  ...drawnBy(20, 'command', {
    96147172: 'the judge: of the two campaigns of a move one is read last but one',
    97301786: 'the judge: what others moved was declared in another campaign, too, and was that record',
    97300399: 'the judge: below 50 tasks no service cuts a list, and this one showed one of two',
    358: 'as 358 through Pulumi',
    163: 'as 130 through Pulumi',
    433: 'planted: as through Pulumi',
  }),
  ...drawnBy(22, 'pulumi', {
    254: 'planted: who was called by a partition that was taken out was new in the other one',
    399: 'planted: what a partition declared was moved away by another one',
    595: 'planted: files of the commit before came in the first run after a hand-over to a ledger',
  }),
  ...drawnBy(22, 'command', {
    480: 'planted: what muster itself removed, and is still shown, was in the way of a move',
    595: 'planted: others moved our task, its line went, and it was let go without a word',
    2156: 'planted: a person went while a task of the other partition, whose campaign went too, was pinned there',
    1321: 'planted: a reason that was used opened another task of the customer, which the file names',
  }),
  ...drawnBy(23, 'command', {
    99506927: 'an id that looks like a day was saved in quotes, and its customer was called again',
    99506111: 'a copy of ours was named and taken over, while ours stood open where others had moved it',
    99505699: 'the judge: a leaver waits for the successor about whom a person is asked',
    99504327: 'the judge: a campaign that is declared in another region than it is in cannot be read',
    99505120: 'the judge: what a transfer left without id and marker no search shows',
    99507262:
      'the marker of what was added came cut, its id was not recorded, and a copy by others was removed as ours',
    99507904: 'the judge: a reason beside a move of what is finished is not used',
    99501476: 'the judge: whose line goes is not searched for in campaigns without markers',
    99500113: 'a second task beside one that was moved was a question in one run, and none in the next',
    106: 'whoever was called was called again: an update set the attempts back, the run was cut off, and the line went and came back',
    335: 'as 106',
    98700434:
      'a move of a task that the file names was called not seen: it came with another id, and was looked for by the old one',
  }),
  ...drawnBy(25, 'pulumi', {
    285: 'planted: who was removed after a hand-over to the stack was recorded still in the ledger that took the state back',
    119: 'planted: a hand-over forgot that a delete had met another account, which lost its id, and was removed as ours',
    431: 'planted: a hand-over forgot a create of which nobody had heard, and its customer was called again',
    3192: 'planted: a search showed that a create which was cut off had been called, the next one failed, and it was called again',
  }),
  ...drawnBy(23, 'pulumi', {
    99300414:
      'a move was refused in each update, without a question: a second task stood beside the one that was to go',
    99300483: 'the judge: an update of another partition was refreshed, and this one saw nobody else',
    99300373: 'the judge: who was removed before the target was divided, the new partition has no note of',
    98300990: 'the judge: whom no reading of an update had shown called, a person passed as interrupted',
  }),
  ...drawnBy(23, 'native', {
    97300047:
      'whom a single resource had let go, and who was worked in that campaign, was added in another one: nothing was looked for there',
    99400382:
      'the id of a task that its create could not read was never recorded, and a copy that others put in its place was written as ours',
    97500167: 'as 98750018, of the backing account',
    97500203: 'as 97500167, where a person had been asked, and took the line out',
    98750018: 'the judge: a create that was cut off, and whose line went, the engine names alone',
    98750246:
      'the judge: a run that wrote beside its plan was not at rest, and where readings lag the next one wrote again',
  }),
  ...drawnBy(23, 'wide', {
    97300151:
      'whoever was called and cleared away was added under a new name of the project: the service cut the marker that says it',
  }),
  ...drawnBy(18, 'command', {
    5128: 'a move that brought the first marker of a task was called not seen where the service cuts values',
    5197: 'a move was called not seen: a search showed what had been deleted there, and the update took the id item away',
    5599: 'the judge: a clientId that another campaign declares in another spelling is two records',
    9751: 'as 5128, beside a declared change',
    98000525: 'the judge: the file names a duplicate that is gone, and what was transferred has another id',
    96132833: 'a create that may still come was forgotten where the do-not-call list kept it from being planned again',
    96133209: 'the clock of a runner was behind, and files of a clone behind were applied to the other partition',
    7045: 'whom the last look before a delete saw to be another account lost its id, and was removed as ours',
    98204800: 'who was gone, and asked to be absent by another partition, was handed to and fro without an end',
    11168: 'a task that another partition had taken over was taken from its agent here, in a region where it is not',
  }),
  ...(['command', 'pulumi'] as const).flatMap((door) =>
    drawnBy(19, door, {
      1419: 'a word that a program said to whoever started its thread ended muster',
      1912: 'what a spreadsheet writes where there is no id, in each row of a list, was a finding a row',
    }),
  ),
  ...drawnBy(20, 'command', {
    100: 'planted: what stood where a record was to move was taken over, and removed as ours',
    161: 'planted: a run that could not read everything deleted',
    96013333: 'planted: it was not known of what a reason had opened the task',
    96144230: 'the answer to a move by others led to a question whose answer led back',
  }),
  ...(['command', 'pulumi'] as const).flatMap((door) =>
    drawnBy(21, door, {
      685: 'planted: a list that is a pointer of Git LFS, and a column that is not there',
      2707: 'an unknown country in a column was a finding about each number, too',
      9919: 'an unknown zone in a column was a finding about each time, too',
    }),
  ),
  ...(['command', 'pulumi'] as const).flatMap((door) =>
    drawnBy(24, door, {
      376: 'planted: a fingerprint is as good in another target as in its own',
      1028: 'a mark of a merge was a finding for each of its lines, and each row of nobody one',
      1411: 'a key of muster.yaml in another style was near to none',
      3015: 'a misspelled key of muster.yaml was missing, too, and whatever hangs on it',
      4271: 'of a key at another level nobody said where it belongs',
      4375: 'a report of another stack was said to be of this place',
      6388: 'each alias of an anchor was a finding',
    }),
  ),
  ...drawnBy(23, 'command', {
    104: 'planted: an account was of others after a restore that was refused',
    131: 'planted: what a run settled was forgotten with the removal before it',
    162: 'planted: what the service was measured to do bound no approval',
    376: 'planted: what is shown as REMOVED after our delete stayed in the hands of the plan',
  }),
  ...drawnBy(23, 'command', {
    98700160: 'the judge: a task that others moved to the place of ours is another one',
    97400894: 'the judge: a task of others that a transfer came down upon was not transferred away',
    99102333: 'a late create beside which a file had loaded another was a decision in one run and a move in the next',
    96157540: 'a reason opened a finished task that waits for a leaver, unseen, and the leaver was removed',
    98701767: 'the judge: a partition that lets go of a record says nothing of the pin that was sent for it',
  }),
  ...drawnBy(23, 'wide', {
    97400102: 'the list of a renamed project had changed ids, and a request that read a part called them all again',
    98750203: 'the judge: of two runs beside each other the one that began first wrote last',
    97300096: 'whom muster had removed came back, and no plan said so once a create had come to nothing',
    97300262: 'as 97300096, for a record',
    99200470: 'a copy of a task that we had deleted, taken over by its marker, was removed as ours',
    99200353: 'a delete that an apply had just begun ended, for the plan beside it, that muster had added the task',
  }),
  ...drawnBy(26, 'pulumi', {
    99610484: 'a customer who was gone on the way to a line that only sets a state was to be added in each update',
    99715402: 'what a first apply of the whole target may have made, cut off, kept no partition from planning',
    99710495:
      'a create that was cut off and made nobody held up the partition that declares its person by now, for good',
    99610741: 'whom a plan asked about as somebody else was removed by the delete of the class that had gone',
    96171279:
      'the only customer of a stack, removed and shown as REMOVED, was the sign of a lost state once declared again',
    99610368: 'where ours had been moved by hand and set to REMOVED, its line took over what stood beside it',
  }),
  ...drawnBy(28, 'native', {
    99730086:
      'a delete that found its customer twice was tried by each update, and nobody was asked which one is meant',
    99950045:
      'a new reason for a customer who was finished where the row came from was nothing new once a refresh had read',
    99730072: 'the person: who stands in a second campaign since before is not handed over to it',
    99400189: 'the person: who is to stand in a second campaign, too, waits for a hand-over that waits for an answer',
    99400057: 'as 99730072, of a row that left its set for a third one',
    99950078: 'the judge: where the service shows two accounts, `ensure: absent` of the wrong one removes it',
  }),
  ...drawnBy(26, 'native', {
    99400034: 'the judge: a plan had the tasks of somebody who leaves change hands, and natively there is none',
  }),
  ...drawnBy(26, 'command', {
    99602312:
      'a copy was taken over, while ours stood open where others had moved it, beside another record of its clientId',
    99508173:
      'others moved a task right before its delete, which was not answered: it was called deleted, without a word',
    99700714: 'the judge: a person who moves a task back moves the very task',
    99102821: 'the judge: a person who frees the place for a move removes all that the screen shows there',
    99601592: 'the judge: what others moved there is shown late, and the last look there counts',
    99609123: 'the judge: what only an earlier run was shown is not known to this one',
    115: 'the smallest story of a task that was loaded where a record had just left: the run ended with 12',
    411: 'planted: a deleted task that is still shown, as REMOVED, says that recorded state is older',
    928: 'planted: the marker of the campaign that a record left makes it another one',
  }),
  ...drawnBy(27, 'command', {
    99720116:
      'the queue that went along with a new reason was not read by its name, and was sent again by the next plan',
    99720413:
      'whoever was gone from both campaigns, and added for a reason, was forgotten in the former one by the next plan',
    99720874:
      'a task that we had deleted, shown as REMOVED, was taken for what moved there, for a reason that adds nobody',
    99722332:
      'planted: others removed the known user, and somebody was said to be removed of whom nobody knew the tenant',
  }),
  ...drawnBy(28, 'command', {
    99918553:
      'what we had deleted in a campaign without markers, and was shown as REMOVED, was taken for a task of others',
    99918040: 'the queue of a twin that was named instead of ours was sent again by the next plan',
    99910987: 'the twin beside a record that others had moved there was left to a second apply',
    99917449: 'a service that answers 503 without Retry-After was asked on at the same pace, and nothing came to rest',
    99919567: 'the judge: whom no reading shows an account of is not told from whom we removed',
    99915504: 'the judge: what was taken over where no marker is written, and let go, shows from nowhere',
    99918807: 'the judge: a delete that a lagging reading showed undone is failed, and noted by nobody',
    99800774:
      'another spelling of what another partition declares by now was asked about for good, whatever was answered',
    99801973:
      'the judge: what is refused by its number is refused again; and a move that never left was said to be in two campaigns, or none',
    99804849: 'the judge: what was refused by its number is read by the next run',
    99804941: 'as 99804849, for a create that a late reading hid',
    99807645: 'the judge: of duplicates a search showed one, and adopt: true took that over',
    99940178:
      'a task that one partition had let go of, moved by others to a campaign that it has, was the sign of a lost state',
    99941559:
      'a task that was to be taken over without a marker, cut off, worked and carried elsewhere by others, was added anew',
    99942086:
      'the judge: without markers and intake files nobody looks for a second task of a customer who is taken over',
    99942560: 'the judge: where no id is shown, `ensure: absent` asks for whoever is there again',
    99808912: 'the judge: a search for our marker showed one task of two, and nobody can ask about the other one',
    99803561: 'a record that others had moved was set to the state that its line asks for by the second apply only',
  }),
  ...drawnBy(27, 'pulumi', {
    99715211: 'the judge: what an update of Pulumi says it cannot conclude is left to the next one, and it ends with 0',
    99715173:
      'a person whose delete was begun, where no account is shown, was said to be another one, and kept the account',
  }),
  ...drawnBy(30, 'pulumi', {
    99920087:
      'a worked task was to go to the successor of somebody who left: the resource of its class knew nothing of that, and each update failed',
    99720040:
      'an update set attempts back and was killed: the line went and came back, and the customer was added again',
    99721761: 'as 99720040, by files',
  }),
  ...drawnBy(30, 'command', {
    99973250:
      'whom others had finished beside a task of theirs was said to have disappeared by each write that a reason asked for',
    99979116: 'the judge: a destroy is of one partition, and counts what goes of that one',
    99974012: 'the judge: a search that shows one task shows what was deleted where a move went',
    99971730: 'the judge: which of two tasks of somebody who leaves is meant is asked first',
    99979274: 'the judge: of a pin that others set and that lapsed, no write of ours knew',
  }),
];
