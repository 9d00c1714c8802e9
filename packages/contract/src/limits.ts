/** Business constants and limits. Seconds, bytes and counts are named in each constant. */
export const limits = {
  pageSize: 10,
  maxFrequencyHz: 5000,
  maxDeviceSerial: 9999,
  /** Phones that are devices of one client, and h for which a code that makes some may be used. */
  phonesAClient: 500,
  phoneInvitationHours: 72,
  /** Records that one server plays as devices at once, how fast, and h after which one that repeats itself ends. */
  replays: 8,
  replaySlowest: 0.25,
  replayFastest: 8,
  replayHours: 12,
  /** Hardware version of the maxi numbers that replays have: v9.1. No device is created with one of them. */
  replayHardware: 91,
  accessTokenSeconds: 15 * 60,
  refreshTokenSeconds: 30 * 24 * 3600,
  /** A live series with fewer points in the window has a mark at each. */
  liveMarkersBelow: 50,
  /** Windows of the live curves; the first is the narrowest. */
  liveWindowsSeconds: [10, 30, 60],
  /** s; beyond it the server's record time replaces the local one. */
  recordTimeToleranceSeconds: 0.5,
  /** s; a record without samples that lasted less was just too short: most modules measure in longer steps. */
  tooShortSeconds: 3,
  /** Points answered per variable unless the caller says otherwise. */
  defaultMaxData: 4000,
  /** Pixel columns (a quarter of the points) at which a whole long record lies drawn: so asked, it is answered at once. */
  overviewColumns: [500, 1000, 2000, 4000] as readonly number[],
  /** Points that one request for curves may ask for, so that no caller can fill the server's memory. */
  dataPointsARequest: 5_000_000,
  /** Points of one answer in JSON, which costs five times what columns cost; more only as Arrow. */
  jsonPointsAnAnswer: 500_000,
  /** Variables of one window of curves or of statistics. */
  variablesARequest: 64,
  /** Records of one POST /records/data, and windows on all of them. */
  dataRecordsARequest: 200,
  dataWindowsARequest: 512,
  /** Values of one export at another rate than the recorded one: 10 h at 5 kHz of 20 variables. */
  exportValues: 4_000_000_000,
  /** Bytes from which a download is rather made by a task, and what a person may have waiting, being made or kept so. */
  exportTaskBytes: 500_000_000,
  exportTasksAPerson: 20,
  /** s for which the file of such a task is kept. */
  exportKeptSeconds: 3 * 24 * 3600,
  /** Records that become one, and s that it may last, or that two of them may begin apart. */
  recordsAFusion: 10,
  fusionSeconds: 24 * 3600,
  /** 0–1; an offset that was found less clearly is not believed: a person has to say it. */
  fusionConfidence: 0.7,
  /** Of fused records together: what a file of modules holds. */
  fusionModules: 64,
  /** s; between the starts of a film and of its record. */
  videoOffsetSeconds: 7 * 24 * 3600,
  /** s; no film whose movement is looked at lasts longer. */
  filmSeconds: 24 * 3600,
  /** Places of a film that its history keeps. */
  alignmentsAVideo: 100,
  /** Frames whose movement is compared with a record at once. */
  leastMotionFrames: 30,
  motionFrames: 4000,
  /** Records that are compared. */
  recordsCompared: 20,
  /** Records whose originals one request sends to the cloud, keeps here, or brings back. */
  recordsSentAtOnce: 1000,
  /** Of the formula of a computed channel. */
  formulaCharacters: 1000,
  /** s that a formula of all samples of a record may take, about: 10 h at 5 kHz of six filters. */
  formulaSeconds: 240,
  /** Records of one session. */
  recordsASession: 200,
  /** Steps of one record, those that are off among them. */
  stepsARecord: 50,
  /** How a step was switched, as its history keeps it. */
  switchesAStep: 50,
  /** Jumps of a device's clock that the steps of one record take out. */
  clockJumps: 100,
  /** Samples of the window of a calibration: 40 min at 100 Hz, 4 min at 1 kHz. */
  calibrationSamples: 250_000,
  /** Numbers that one run of an analysis reads: 2 h of eight variables at 200 Hz. */
  analysisSamples: 16_000_000,
  /** Inputs, and parameters, that one run is given. */
  analysisInputs: 64,
  /** Trials of one profile. */
  loadedTrials: 24,
  /** Characters of why a trial counts for nothing. */
  resultReason: 500,
  /** Results of one record that hold, and former ones of each. */
  resultsARecord: 300,
  formerResults: 20,
  /** Trials of an athlete that are answered, the newest. */
  trialsOfAthlete: 1000,
  /** Number of a selection at most, and so how many a record has. */
  selectionNumber: 9999,
  /** Selections that are added at once, and stretches that are proposed. */
  selectionsAtOnce: 200,
  /** Selections of a running record that are shown beside its live curves, the last of them. */
  liveSelectionsShown: 50,
  /** Live indicators of a sport. */
  indicatorsOfSport: 40,
  /** Bytes of the source of a scenario. */
  scenarioSourceBytes: 64 * 1024,
  /** Texts that are kept of a compiled scenario, the newest. */
  scenarioVersions: 50,
  scenarioParams: 50,
  /** Devices of one run. */
  scenarioDevices: 64,
  /** Of a prompt, an answer, the value of a parameter. */
  scenarioTextCharacters: 400,
  /** Prompts of a run that are open at once. */
  scenarioPrompts: 100,
  /** Results, and errors, that one run writes. */
  scenarioResults: 500,
  /** Trials of a run that its screens show. */
  scenarioTrials: 100,
  /** Lines of the journal of a run, the newest. */
  scenarioJournal: 200,
  /** Bytes of what one message tells a screen of a run. */
  scenarioStatusBytes: 64 * 1024,
  /** Compiled scenarios, and ghosts, of one client. */
  scenariosAClient: 500,
  /** Runs of a server that go on at once. */
  scenarioRuns: 40,
  /** s of a record that a program is tried on, at most; ms that it may take; what it may show; presses of the button. */
  dryRunSeconds: 1800,
  /** Of a program in Python, which is handed them in a process of its own. */
  dryRunPythonSeconds: 600,
  dryRunMilliseconds: 30_000,
  dryRunMoments: 2000,
  /** Changes of where a program stands, or of its variables, in a dry run. */
  dryRunStates: 6000,
  dryRunPresses: 50,
  /** Questions that are answered, and answers to one of them. */
  dryRunAnswers: 50,
  /** Devices that one request names. */
  devicesAtOnce: 200,
  /** Selections that one download may name. */
  selectionsADownload: 1000,
  /** A realtime request holds this long unless repeated. */
  realtimeHoldSeconds: 60,
  jsonBodyBytes: 1_048_576,
  jsonBodyDepth: 32,
  /** Names, values and levels of one body: 512 windows of 64 variables, and half as many again. */
  jsonBodyValues: 60_000,
  /** Members of one list or object in it. */
  jsonBodyMembers: 4000,
  /** What other programs keep beside a record, as JSON. */
  otherDataCharacters: 20_000,
  uploadBytes: 2 * 1024 ** 3,
  /** h that the server runs without a byte of it, after which an unfinished upload is removed. */
  uploadIdleHours: 7 * 24,
  /** Mappings of CSV that a club remembers. */
  csvMappingsAClient: 1000,
  /** Uploads that one person may have begun and not finished. */
  uploadsAUser: 200,
  /** Bytes that the web app sends at once of an upload that can go on: what a lost connection costs at most. */
  uploadPieceBytes: 4 * 1024 ** 2,
  /** A file that a task works on: a backup of a whole server. The disk's room bounds it, too. */
  taskFileBytes: 64 * 1024 ** 3,
  /** Points of the preview trace of a record row. */
  previewPoints: 96,
  toastMilliseconds: 5000,
  /** Characters of a new password. */
  passwordLength: 8,
  /** Athletes named in a title. */
  athletesInTitle: 2,
  /** Devices below cannot be updated over Wifi. */
  wifiUpdateMinimumVersion: '6.5.0',
  /** Hubs below cannot use a client's recovery key. */
  recoveryKeyMinimumVersion: '6.6.1',
  hubRestartSeconds: 120,
  appRestartSeconds: 10,
  /** A link to choose a new password. */
  resetTokenSeconds: 3600,
  /** A link to choose a first password, which is not read at once. */
  invitationSeconds: 3 * 24 * 3600,
  /** Last name that a recovery user shows; the flag on the server decides, never the name. */
  recoveryLastName: '__recovery__',
  logoBytes: 5 * 1024 ** 2,
  /** Longest side of a kept logo. */
  logoPixels: 512,
  firmwareBytes: 64 * 1024 ** 2,
  apiKeysAUser: 50,
  /** Parameters that people may add to one thing (a person, a client, a sport…). */
  addedParameters: 200,
  /** What describes one of them, and the value of any, as JSON. */
  parameterCharacters: 20_000,
  /** Sessions of one person: those that were used longest ago end first. */
  sessionsAUser: 500,
  socketRetries: 5,
  socketRetryDelayMilliseconds: 2000,
  socketTimeoutMilliseconds: 20_000,
  /** Between two retries of any client, at most; ours waits less. */
  socketBackoffMaxMilliseconds: 5000,
  /** The server sends a ping on a live link this long after the answer to the last one, so that a cut shows. */
  socketHeartbeatMilliseconds: 1000,
  /** Without any frame for so long a live link counts as lost. */
  socketSilentMilliseconds: 3000,
  /** Without any frame for so long it counts as lost while the browser says that it is offline; on a hub's own screen it may say so wrongly. */
  socketSilentOfflineMilliseconds: 1500,
  /** Without any frame for so long a client gives its live link up and connects anew. */
  socketGivenUpMilliseconds: 8000,
  defaultTimezone: 'Europe/Paris',
} as const;
