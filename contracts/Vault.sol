// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface Token {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
}

/// Sends `amount` of a token. True only if the token accepted it: it returned true, or nothing at all as USDT does.
/// Copies what the token returns, so call it where only this one transfer can run out of gas.
function sendToken(address token, address to, uint256 amount) returns (bool) {
    (bool ok, bytes memory answer) = token.call(abi.encodeCall(Token.transfer, (to, amount)));
    if (!ok) return false;
    if (answer.length == 0) return token.code.length > 0;
    return answer.length >= 32 && abi.decode(answer, (uint256)) == 1;
}

/// The code behind every deposit address. It can send money to the vault that created it, and nowhere else.
contract Deposit {
    address private immutable vault = msg.sender;

    error NotVault();
    error Refused();

    /// The zero address stands for the chain's native money, here and everywhere below.
    function forward(address token, uint256 amount) external {
        if (msg.sender != vault) revert NotVault();
        bool ok;
        if (token == address(0)) (ok, ) = vault.call{value: amount}("");
        else ok = sendToken(token, vault, amount);
        if (!ok) revert Refused();
    }
}

/// Holds what customers paid, and pays refunds and payouts. Also the factory of deposit addresses. Not audited.
///
/// The operator is the key of the service. It pays each id once: to payout wallets without limit, to anybody else within
/// a daily cap for each token. The owner is a cold wallet; it sets caps, payout wallets and the operator, and can withdraw
/// everything. At first the operator is the owner too.
///
/// The constructor's argument is part of the deployed address, so whoever deploys a vault for an operator deploys this
/// one. There are no immutables, so every vault has the same runtime code.
contract Vault {
    struct Batch {
        address token;
        bytes32[] salts;
    }

    struct Payment {
        bytes32 id;
        address token;
        address to;
        uint256 amount;
    }

    /// One slot. `spent` counts for the UTC day number `day` alone.
    struct Limit {
        uint112 cap;
        uint112 spent;
        uint24 day;
        bool isSet;
    }

    enum Failure {
        AlreadyPaid,
        Invalid,
        OverCap,
        ShortOfFunds,
        Refused
    }

    /// What one payment, or one call to a token, may use. An item that needs more fails alone; a transaction that could
    /// not give it that much reverts as a whole. So an item never fails for want of gas, and estimates are right.
    uint256 private constant ITEM_GAS = 200_000;
    /// On top, because a call passes on 63/64 of the gas that is left.
    uint256 private constant RESERVE_GAS = 10_000;
    /// What a contract may use when it receives native money. Enough for smart wallets that write a log or a slot.
    uint256 private constant NATIVE_GAS = 50_000;

    address public operator;
    /// In the operator's slot, which every payment reads anyway.
    bool private locked;
    address public owner;
    address public offeredOwner;

    mapping(bytes32 id => bool) public paid;
    mapping(address wallet => bool) public isPayoutWallet;
    mapping(address token => Limit) public limits;

    event Flushed(address indexed token, address indexed deposit, uint256 amount);
    event FlushFailed(address indexed token, address indexed deposit);
    event Paid(bytes32 indexed id, address indexed token, address indexed to, uint256 amount);
    event PayFailed(bytes32 indexed id, Failure failure);
    event Withdrawn(address indexed token, address indexed to, uint256 amount);
    event CapSet(address indexed token, uint256 cap);
    event PayoutWalletSet(address indexed wallet, bool listed);
    event OperatorSet(address indexed operator);
    event OwnerOffered(address indexed owner);
    event OwnerSet(address indexed owner);

    error NotOperator();
    error NotOwner();
    error NotVault();
    error Locked();
    error NotEnoughGas();
    error ZeroAddress();
    error TransferFailed();
    error Unpaid(Failure failure);

    constructor(address firstOperator) {
        if (firstOperator == address(0)) revert ZeroAddress();
        operator = firstOperator;
        owner = firstOperator;
        // The first contract this one creates, which is what `implementation` relies on.
        new Deposit();
        emit OperatorSet(firstOperator);
        emit OwnerSet(firstOperator);
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    receive() external payable {}

    // Deposit addresses

    function implementation() public view returns (address) {
        // RLP of (this address, nonce 1).
        return address(uint160(uint256(keccak256(abi.encodePacked(hex"d694", address(this), hex"01")))));
    }

    /// `salt` is the keccak256 of the payment's id.
    function depositAddress(bytes32 salt) external view returns (address) {
        return _addressOf(salt, _depositCode());
    }

    /// Moves what lies at deposit addresses into this vault. Anyone may call it: the money has nowhere else to go. Empty
    /// deposits are skipped. `Flushed` tells what arrived, which is less than was sent for tokens that take a fee.
    function flush(Batch[] calldata batches) external {
        _lock();
        bytes memory code = _depositCode();
        // Alone, an item has nobody to protect from it, so a token that needs more gas than usual gets it.
        bool alone = batches.length == 1 && batches[0].salts.length == 1;
        for (uint256 i; i < batches.length; ++i) _flush(batches[i], code, alone);
        locked = false;
    }

    function _flush(Batch calldata batch, bytes memory code, bool alone) private {
        address token = batch.token;
        (bool readable, uint256 held) = _ask(token, address(this));
        for (uint256 i; i < batch.salts.length; ++i) {
            address deposit = _addressOf(batch.salts[i], code);
            (bool known, uint256 amount) = _ask(token, deposit);
            if (known && amount == 0) continue;
            uint256 arrived;
            if (readable && known) {
                if (deposit.code.length == 0) _create(batch.salts[i], code);
                if (_forward(deposit, token, amount, alone)) {
                    (known, amount) = _ask(token, address(this));
                    if (known && amount > held) arrived = amount - held;
                    if (known) held = amount;
                }
            }
            if (arrived > 0) emit Flushed(token, deposit, arrived);
            else emit FlushFailed(token, deposit);
        }
    }

    function _forward(address deposit, address token, uint256 amount, bool alone) private returns (bool) {
        _needItemGas();
        (bool ok, bytes memory answer) = deposit.call{gas: alone ? gasleft() : ITEM_GAS}(
            abi.encodeCall(Deposit.forward, (token, amount))
        );
        // A deposit does not revert. It returns a word if it forwarded, and nothing if it did not.
        return ok && answer.length == 32;
    }

    function _create(bytes32 salt, bytes memory code) private {
        assembly ("memory-safe") {
            pop(create2(0, add(code, 32), mload(code), salt))
        }
    }

    /// The creation code of a deposit: 9 bytes that return the 44 after them.
    ///
    /// Those hand every call that carries data to the implementation, and accept everything, as an address without code
    /// does. Plain value stops at once: it arrives with 2,300 gas, too little for another contract.
    ///
    ///   36 6005 57 00 5b        calldatasize, jump to 5 if there is any, else stop
    ///   36 3d 3d 37             copy the calldata to memory
    ///   6020 3d 36 3d 73… 5a f4 delegatecall the implementation, at most one word back
    ///   6005 1b 6000 f3         return success * 32 bytes
    function _depositCode() private view returns (bytes memory) {
        return
            abi.encodePacked(
                hex"602c8060093d393df3",
                hex"36600557005b363d3d3760203d363d73",
                implementation(),
                hex"5af460051b6000f3"
            );
    }

    function _addressOf(bytes32 salt, bytes memory code) private view returns (address) {
        bytes32 hash = keccak256(abi.encodePacked(hex"ff", address(this), salt, keccak256(code)));
        return address(uint160(uint256(hash)));
    }

    // Payments

    /// Pays each item whose id was not paid before. An item that fails leaves its id unused and does not stop the others.
    function pay(Payment[] calldata payments) external {
        if (msg.sender != operator) revert NotOperator();
        _lock();
        for (uint256 i; i < payments.length; ++i) {
            _needItemGas();
            try this.payOne{gas: ITEM_GAS}(payments[i]) {} catch (bytes memory problem) {
                emit PayFailed(payments[i].id, _failureIn(problem));
            }
        }
        locked = false;
    }

    /// One item of `pay`, as a call of its own: when it reverts, the id, the cap and whatever the token did are undone.
    function payOne(Payment calldata payment) external {
        if (msg.sender != address(this)) revert NotVault();
        (address token, address to, uint256 amount) = (payment.token, payment.to, payment.amount);
        if (paid[payment.id]) revert Unpaid(Failure.AlreadyPaid);
        if (amount == 0 || to == address(0) || to == address(this)) revert Unpaid(Failure.Invalid);
        paid[payment.id] = true;
        if (!isPayoutWallet[to]) _spend(token, amount);
        if (!_send(token, to, amount, NATIVE_GAS)) {
            (bool known, uint256 held) = _balanceOf(token, address(this));
            revert Unpaid(known && held < amount ? Failure.ShortOfFunds : Failure.Refused);
        }
        emit Paid(payment.id, token, to, amount);
    }

    /// What can be paid today to wallets that are not on the list.
    function leftToday(address token) public view returns (uint256) {
        Limit memory limit = limits[token];
        if (!limit.isSet) return owner == operator ? type(uint256).max : 0;
        uint256 spent = limit.day == _today() ? limit.spent : 0;
        return limit.cap > spent ? limit.cap - spent : 0;
    }

    function _spend(address token, uint256 amount) private {
        if (amount > leftToday(token)) revert Unpaid(Failure.OverCap);
        Limit storage limit = limits[token];
        // Without a cap nothing is counted.
        if (!limit.isSet) return;
        uint24 today = _today();
        // Fits: the sum is at most the cap.
        limit.spent = uint112(amount) + (limit.day == today ? limit.spent : 0);
        limit.day = today;
    }

    function _today() private view returns (uint24) {
        return uint24(block.timestamp / 1 days);
    }

    function _failureIn(bytes memory problem) private pure returns (Failure) {
        // Anything else is a payment that used up its gas.
        if (problem.length != 36 || bytes4(problem) != Unpaid.selector) return Failure.Refused;
        return Failure(uint8(problem[35]));
    }

    // The owner

    /// Caps what the operator can pay in a UTC day to wallets that are not on the list.
    function setCap(address token, uint112 cap) external onlyOwner {
        Limit storage limit = limits[token];
        limit.cap = cap;
        limit.isSet = true;
        emit CapSet(token, cap);
    }

    function setPayoutWallets(address[] calldata wallets, bool listed) external onlyOwner {
        for (uint256 i; i < wallets.length; ++i) {
            isPayoutWallet[wallets[i]] = listed;
            emit PayoutWalletSet(wallets[i], listed);
        }
    }

    /// The zero address stops all payments.
    function setOperator(address newOperator) external onlyOwner {
        operator = newOperator;
        emit OperatorSet(newOperator);
    }

    /// The new owner accepts from its own wallet, so an address nobody has cannot become the owner. Offering to another
    /// address, or to the zero address, takes an offer back.
    function offerOwnership(address newOwner) external onlyOwner {
        offeredOwner = newOwner;
        emit OwnerOffered(newOwner);
    }

    function acceptOwnership() external {
        if (msg.sender != offeredOwner) revert NotOwner();
        owner = msg.sender;
        offeredOwner = address(0);
        emit OwnerSet(msg.sender);
    }

    /// The largest number stands for everything there is.
    function withdraw(address token, address to, uint256 amount) external onlyOwner {
        _lock();
        if (to == address(0)) revert ZeroAddress();
        bool known = true;
        if (amount == type(uint256).max) (known, amount) = _balanceOf(token, address(this));
        if (!known || !_send(token, to, amount, gasleft())) revert TransferFailed();
        emit Withdrawn(token, to, amount);
        locked = false;
    }

    // Shared

    function _lock() private {
        if (locked) revert Locked();
        locked = true;
    }

    function _needItemGas() private view {
        if (gasleft() < ITEM_GAS + RESERVE_GAS) revert NotEnoughGas();
    }

    function _ask(address token, address account) private view returns (bool known, uint256 amount) {
        if (token != address(0)) _needItemGas();
        return _balanceOf(token, account);
    }

    function _send(address token, address to, uint256 amount, uint256 nativeGas) private returns (bool ok) {
        if (token != address(0)) return sendToken(token, to, amount);
        // Copies nothing of what the recipient returns.
        assembly ("memory-safe") {
            ok := call(nativeGas, to, amount, 0, 0, 0, 0)
        }
    }

    /// Reads one word and no more, whatever the token returns. Not known if it reverts, or is no contract.
    function _balanceOf(address token, address account) private view returns (bool known, uint256 amount) {
        if (token == address(0)) return (true, account.balance);
        bytes memory question = abi.encodeCall(Token.balanceOf, (account));
        assembly ("memory-safe") {
            known := staticcall(ITEM_GAS, token, add(question, 32), mload(question), 0, 32)
            known := and(known, gt(returndatasize(), 31))
            amount := mul(known, mload(0))
        }
    }
}
