// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface Transmitter {
    function sendMessage(
        uint32 destinationDomain,
        bytes32 recipient,
        bytes32 destinationCaller,
        uint32 minFinalityThreshold,
        bytes calldata messageBody
    ) external;
}

interface BurntToken {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function burn(uint256 value) external;
    function mint(address to, uint256 value) external;
}

/// Behaves as Circle's TokenMessengerV2 and its minter do towards their users. Written from the published interface and
/// message format. Placed at the address of the real one, on every chain the same, so it is set up by a call.
contract CctpMessenger {
    uint32 public constant messageBodyVersion = 1;
    /// TokenMessengerMinterV2's address on Solana.
    bytes32 private constant SOLANA_MESSENGER = 0xa65fc81d0fefa8860cb3b83f089b0224be8a6687b7ae49f594c0b9b4d7e93893;
    Transmitter public localMessageTransmitter;
    BurntToken public usdc;
    address public constant feeRecipient = 0xdE70000000000000000000000000000000000007;

    event DepositForBurn(
        address indexed burnToken,
        uint256 amount,
        address indexed depositor,
        bytes32 mintRecipient,
        uint32 destinationDomain,
        bytes32 destinationTokenMessenger,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 indexed minFinalityThreshold,
        bytes hookData
    );
    event MintAndWithdraw(
        address indexed mintRecipient, uint256 amount, address indexed mintToken, uint256 feeCollected
    );

    bool public paused;

    function setPaused(bool on) external {
        paused = on;
    }

    /// Circle's minter is a contract of its own.
    function localMinter() external view returns (address) {
        return address(this);
    }

    function burnLimitsPerMessage(address token) external view returns (uint256) {
        return token == address(usdc) ? 10 ** 13 : 0;
    }

    function setUp(Transmitter transmitter, BurntToken token) external {
        localMessageTransmitter = transmitter;
        usdc = token;
    }

    function depositForBurn(
        uint256 amount,
        uint32 destinationDomain,
        bytes32 mintRecipient,
        address burnToken,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 minFinalityThreshold
    ) external {
        require(amount > 0, "Amount must be nonzero");
        require(mintRecipient != 0, "Mint recipient must be nonzero");
        require(maxFee < amount, "Max fee must be less than amount");
        require(burnToken == address(usdc), "Burn token not supported");
        usdc.transferFrom(msg.sender, address(this), amount);
        usdc.burn(amount);
        bytes memory body = abi.encodePacked(
            messageBodyVersion, _word(burnToken), mintRecipient, amount, _word(msg.sender), maxFee, bytes32(0), bytes32(0)
        );
        localMessageTransmitter.sendMessage(
            destinationDomain, _remote(destinationDomain), destinationCaller, minFinalityThreshold, body
        );
        emit DepositForBurn(
            burnToken,
            amount,
            msg.sender,
            mintRecipient,
            destinationDomain,
            _remote(destinationDomain),
            destinationCaller,
            maxFee,
            minFinalityThreshold,
            ""
        );
    }

    function handleReceiveFinalizedMessage(uint32 remoteDomain, bytes32 sender, uint32, bytes calldata body)
        external
        returns (bool)
    {
        require(msg.sender == address(localMessageTransmitter), "Invalid message transmitter");
        require(sender == _remote(remoteDomain), "Remote TokenMessenger unsupported");
        require(uint32(bytes4(body[0:4])) == messageBodyVersion, "Invalid message body version");
        uint256 expirationBlock = uint256(bytes32(body[196:228]));
        require(
            expirationBlock == 0 || expirationBlock > block.number, "Message expired and must be re-signed"
        );
        uint256 fee = uint256(bytes32(body[164:196]));
        require(fee <= uint256(bytes32(body[132:164])), "Fee exceeds max fee");
        address recipient = address(uint160(uint256(bytes32(body[36:68]))));
        uint256 amount = uint256(bytes32(body[68:100])) - fee;
        usdc.mint(recipient, amount);
        if (fee > 0) usdc.mint(feeRecipient, fee);
        emit MintAndWithdraw(recipient, amount, address(usdc), fee);
        return true;
    }

    /// The messenger of another chain: at this address too, but for the program on Solana.
    function _remote(uint32 domain) private view returns (bytes32) {
        return domain == 5 ? SOLANA_MESSENGER : _word(address(this));
    }

    function _word(address account) private pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }
}
