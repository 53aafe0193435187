export * from "./account";
export * from "./app";
export * from "./assistant";
export * from "./chat";
export * from "./deployment";
export * from "./entity";
export * from "./secret";
export * from "./version";
